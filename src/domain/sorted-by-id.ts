import type { Live } from '../model/live.ts';

/** Live objects in the order of their ids, so that what names several of them is the same for any order of a list. */
export function sortedById(objects: Iterable<Live>): readonly Live[] {
  return [...objects].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
