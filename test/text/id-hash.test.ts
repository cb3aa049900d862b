import { expect, test } from 'vitest';
import { hashOf, idHash } from '../../src/text/hash.ts';

test('an id is 128 bits: 32 digits, the beginning of the hash', () => {
  const values = Array.from({ length: 100 }, (_, number) => ({ number }));
  for (const value of values) {
    expect(idHash(value)).toMatch(/^[0-9a-f]{32}$/);
    expect(hashOf(value).startsWith(idHash(value))).toBe(true);
  }
});
