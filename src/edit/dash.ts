import type { ListNode, Source } from '../model/document.ts';
import { trimmedRange } from './tree.ts';

/**
 * Where the dash of an item stands: the first thing behind the item before that is neither space nor comment. Searched
 * from the item backwards, a dash in a comment or in the name of an anchor would be found.
 */
export function dashOf(list: ListNode, index: number, source: Source): number | undefined {
  const { text } = source;
  const before = list.items[index - 1];
  const gap = /(?:\s|#[^\n]*)*/y;
  gap.lastIndex = before === undefined ? list.start : trimmedRange(before, source).end;
  gap.exec(text);
  return text[gap.lastIndex] === '-' ? gap.lastIndex : undefined;
}
