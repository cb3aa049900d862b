import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Value } from '../../../model/value.ts';
import { itemsOf } from '../module-value.ts';

/** Losses of an allow list, which restricts only if it has items: adding one widens it, and so does removing all. */
export function widenedList(
  path: string,
  before: Value | undefined,
  after: Value | undefined,
): readonly ExposureLoss[] {
  if (itemsOf(before).length === 0) return [];
  if (itemsOf(after).length === 0) return [{ code: 'list-removed', path }];
  const items = addedTo(before, after);
  return items.length === 0 ? [] : [{ code: 'list-extended', path, items }];
}

/** Items that only `after` has. */
export function addedTo(before: Value | undefined, after: Value | undefined): readonly string[] {
  const old = new Set(itemsOf(before));
  return itemsOf(after).filter((item) => !old.has(item));
}
