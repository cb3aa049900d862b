import type { Source, Place } from '../../../model/document.ts';
import { looksSecret } from '../../secrets/sensitive-parts.ts';

/** One line of a text: its start offset, and its text without trailing white space. */
export interface Line {
  readonly start: number;
  readonly text: string;
}

export function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', start);
  return { start, text: text.slice(start, newline === -1 ? text.length : newline).trimEnd() };
}

/** The place of a line's content, without its indentation. */
export function contentOf(source: Source, { start, text }: Line): Place {
  const indent = text.length - text.trimStart().length;
  return { source, start: start + indent, end: start + Math.max(text.length, indent) };
}

export function indentOf({ text }: Line): number {
  return text.length - text.trimStart().length;
}

/** The nearest line above with content other than a comment. */
export function contentAbove(text: string, { start }: Line): Line | undefined {
  for (let at = start; at > 0;) {
    const line = lineAt(text, at - 1);
    if (/^\s*[^\s#]/.test(line.text)) return line;
    at = line.start;
  }
  return undefined;
}

/** Help to write a text on a line; undefined if it is too long, or if the line may contain a secret. */
export function writes(line: Line, text: string): string | undefined {
  if (text.length > 60 || line.text.length > 1000 || /[`\n]/.test(text) || looksSecret(line.text))
    return undefined;
  return `write \`${text}\``;
}

/** The key at the start of a line, with or without `- ` before it. */
export function keyOfLine({ text }: Line): string | undefined {
  return /^\s*(?:- +)?"?([\w-]+)"?\s*:(?:\s|$)/.exec(text)?.[1];
}

/** A number of spaces in words: "2 spaces". */
export function spaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

/** `line 7`, `lines 7 to 9`; undefined for none. */
export function lineRange(first: number, last: number): string | undefined {
  if (last < first) return undefined;
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}
