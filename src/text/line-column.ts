import type { Source } from '../model/document.ts';
import { lastNotAfter } from './lists/last-not-after.ts';
import { rememberEach } from './remember-last.ts';

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
