import { looksSecret } from '../../../derive/secrets/sensitive-parts.ts';
import type { Place, Source } from '../../../model/document.ts';

/** One line of a text: where it begins, what is on it, and its number from 1. */
export interface Line {
  readonly start: number;
  readonly text: string;
}

export function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', start);
  return { start, text: text.slice(start, newline === -1 ? text.length : newline).trimEnd() };
}

/** The place of what is on a line, without its indentation. */
export function contentOf(source: Source, { start, text }: Line): Place {
  const indent = text.length - text.trimStart().length;
  return { source, start: start + indent, end: start + Math.max(text.length, indent) };
}

export function indentOf({ text }: Line): number {
  return text.length - text.trimStart().length;
}

/** The nearest line above that has content; comments are none. */
export function contentAbove(text: string, { start }: Line): Line | undefined {
  for (let at = start; at > 0;) {
    const line = lineAt(text, at - 1);
    if (/^\s*[^\s#]/.test(line.text)) return line;
    at = line.start;
  }
  return undefined;
}

/** A text to be written on a line, unless it is long, or the line has a secret in it. */
export function writes(line: Line, text: string): string | undefined {
  if (text.length > 60 || line.text.length > 1000 || /[`\n]/.test(text) || looksSecret(line.text))
    return undefined;
  return `write \`${text}\``;
}

/** The key that a line begins with, `- ` before it or not. */
export function keyOf({ text }: Line): string | undefined {
  return /^\s*(?:- +)?"?([\w-]+)"?\s*:(?:\s|$)/.exec(text)?.[1];
}

/** `2 spaces`. */
export function spaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}
