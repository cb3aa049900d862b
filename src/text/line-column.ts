import type { Source } from '../model/document.ts';
import { lastNotAfter } from './ranges.ts';
import { rememberEach } from './remember-last.ts';

/**
 * The text of a file as a value: without a byte order mark, and with `\n` at the end of each line. An editor adds the
 * former and a checkout `\r\n`, and both must give the same bytes as a file without them.
 */
export function inlinedText(text: string): string {
  const unmarked = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return unmarked.includes('\r\n') ? unmarked.replaceAll('\r\n', '\n') : unmarked;
}

/** The offset in a text of an offset in its text as a value. */
export function offsetInFile(text: string, inlined: number): number {
  let offset = inlined + (text.startsWith(byteOrderMark) ? 1 : 0);
  for (let at = text.indexOf('\r\n'); at !== -1 && at < offset; at = text.indexOf('\r\n', at + 2)) offset++;
  return offset;
}

const byteOrderMark = '\ufeff';

/**
 * Line and column of an offset, both from 1; columns count UTF-16 units. The line table of a file is built on first
 * use.
 */
export function lineColumn(
  source: Source,
  offset: number,
): { readonly line: number; readonly column: number } {
  const table = lineStarts(source);
  const line = lastNotAfter(table, offset, (start) => start);
  return { line: line + 1, column: offset - (table[line] ?? 0) + 1 };
}

const lineStarts = rememberEach((source: Source): readonly number[] => {
  const table = [0];
  for (let at = source.text.indexOf('\n'); at !== -1; at = source.text.indexOf('\n', at + 1))
    table.push(at + 1);
  return table;
});
