import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hashOf, shortHash } from '../../src/derive/hash.ts';

const values = Array.from({ length: 2000 }, (_, number) => ({ number }));

test('an approval can take the hash as it was printed, without quotes', () => {
  const printed = values.map((value) => `change: ${shortHash(value)}`);
  expect(printed.filter((line) => typeof (parse(line) as { change: unknown }).change !== 'string')).toEqual(
    [],
  );
});

test('it is a part of the hash, mostly its beginning, and six digits long', () => {
  const moved = values.filter((value) => !hashOf(value).startsWith(shortHash(value)));
  expect(moved.length).toBeGreaterThan(0);
  expect(moved.length).toBeLessThan(values.length / 5);
  for (const value of values) {
    expect(shortHash(value)).toMatch(/^[0-9a-f]{6}$/);
    expect(hashOf(value)).toContain(shortHash(value));
  }
});
