import type { Range as ClientRange, Position } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Place, Source } from '../../model/document.ts';

const tables = new WeakMap<Source, TextDocument>();

/** Lines from 0, columns in UTF-16 units: what the protocol counts, a lone carriage return as a line end among it. */
export function clientPosition(source: Source, offset: number): Position {
  const known = tables.get(source) ?? TextDocument.create('', 'yaml', 0, source.text);
  tables.set(source, known);
  return known.positionAt(offset);
}

export function clientRange({ source, start, end }: Place): ClientRange {
  return { start: clientPosition(source, start), end: clientPosition(source, Math.max(start, end)) };
}
