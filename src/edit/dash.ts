import type { ListNode, Source } from '../model/document.ts';
import { trimmedRange } from '../derive/yaml/node-place.ts';

/**
 * The offset of an item's dash: the first character after the previous item that is neither white space nor in a
 * comment. A backward search from the item could find a dash in a comment or in an anchor's name.
 */
export function dashOf(list: ListNode, index: number, source: Source): number | undefined {
  const { text } = source;
  const before = list.items[index - 1];
  const gap = /(?:\s|#[^\n]*)*/y;
  gap.lastIndex = before === undefined ? list.start : trimmedRange(before, source).end;
  gap.exec(text);
  return text[gap.lastIndex] === '-' ? gap.lastIndex : undefined;
}
