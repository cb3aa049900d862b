import { rememberEach } from './remember-last.ts';
import type { Source } from '../model/document.ts';

/**
 * Line and column of an offset, both from 1; columns count UTF-16 units. The line table of a file is built on first
 * use.
 */
export function lineColumn(
  source: Source,
  offset: number,
): { readonly line: number; readonly column: number } {
  const table = lineStarts(source);
  let low = 0;
  let high = table.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((table[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (table[low] ?? 0) + 1 };
}

const lineStarts = rememberEach((source: Source): readonly number[] => {
  const table = [0];
  for (let at = source.text.indexOf('\n'); at !== -1; at = source.text.indexOf('\n', at + 1))
    table.push(at + 1);
  return table;
});
