import type { Source, Place } from '../../model/document.ts';
import type { Position, Range as ClientRange } from 'vscode-languageserver';
import { rememberEach } from '../../text/remember-last.ts';
import { TextDocument } from 'vscode-languageserver-textdocument';

/**
 * Converts an offset to the protocol's position: lines from 0, columns in UTF-16 units; a lone CR is a line break too.
 */
export function clientPosition(source: Source, offset: number): Position {
  return textDocumentOf(source).positionAt(offset);
}

const textDocumentOf = rememberEach(({ text }: Source) => TextDocument.create('', 'yaml', 0, text));

export function clientRange({ source, start, end }: Place): ClientRange {
  return { start: clientPosition(source, start), end: clientPosition(source, Math.max(start, end)) };
}
