import type { Edit } from '../model/fix.ts';

/** The single edit that turns one text into another; common text at both ends is not touched. */
export function difference(before: string, after: string): Omit<Edit, 'source'> | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
