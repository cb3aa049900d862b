import { expect, test } from 'vitest';
import { itemsBy } from '../../src/text/lists/items-by.ts';

test('finds items by any of their keys, in their order, and looks at each once', () => {
  let looks = 0;
  const byKey = itemsBy<readonly string[]>((keys) => (looks++, keys));
  const items = [['a', 'b'], ['b', 'b'], []];
  expect(byKey(items, 'b')).toEqual([items[0], items[1]]);
  expect(byKey(items, 'a')).toEqual([items[0]]);
  expect(byKey(items, 'constructor')).toEqual([]);
  expect(looks).toBe(3);
  expect(byKey([['c']], 'b')).toEqual([]);
});
