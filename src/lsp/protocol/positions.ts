import type { Range as ClientRange, Position } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Place, Source } from '../../model/document.ts';

const tables = new WeakMap<Source, TextDocument>();

/**
 * Converts an offset to the protocol's position: lines from 0, columns in UTF-16 units; a lone CR is a line break too.
 */
export function clientPosition(source: Source, offset: number): Position {
  const known = tables.get(source) ?? TextDocument.create('', 'yaml', 0, source.text);
  tables.set(source, known);
  return known.positionAt(offset);
}

export function clientRange({ source, start, end }: Place): ClientRange {
  return { start: clientPosition(source, start), end: clientPosition(source, Math.max(start, end)) };
}
