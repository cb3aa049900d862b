import { expect, test } from 'vitest';
import { shareParts } from '../../src/derive/compare/share-parts.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Json } from '../../src/model/value.ts';

const known = {
  backend: { backend_id: 'bkdhr_1' },
  list: ['a', 'b'],
  module: { enabled: true, rate: 0.5, none: null },
  policy: 'text',
};

test('all of an equal value is the known one', () => {
  expect(shareParts(structuredClone(known), known)).toBe(known);
  expect(shareParts('text', 'text')).toBe('text');
});

test('of another value, the equal parts are the known ones', () => {
  const value = { ...structuredClone(known), policy: 'other' };
  expect(shareParts(value, known)).toBe(value);
  expect(value.backend).toBe(known.backend);
  expect(value.module).toBe(known.module);
  expect(value.policy).toBe('other');
});

test.each<[Json, Json]>([
  [
    { b: 1, a: { d: 'x', c: 'y' } },
    { a: { c: 'y', d: 'x' }, b: 1 },
  ],
  [{ list: ['a', 'b'] }, { list: ['b', 'a'] }],
  [{ list: ['a'] }, { list: ['a', 'b'] }],
  [{ list: ['a', 'b'] }, { list: ['a'] }],
  [{ list: ['a'] }, { list: { 0: 'a' } }],
  [{ list: [] }, { list: {} }],
  [{ a: null }, { a: {} }],
  [{ a: {} }, {}],
  [{ a: 1 }, { a: '1' }],
  [JSON.parse('{"__proto__": {"a": "x"}}') as Json, { a: 'x' }],
  [{ a: 'x' }, JSON.parse('{"__proto__": {"a": "x"}, "a": "x"}') as Json],
  ['text', null],
])('the bytes of a value do not change: %j and %j', (value, other) => {
  const [before, otherBefore] = [JSON.stringify(value), JSON.stringify(other)];
  expect(JSON.stringify(shareParts(value, other))).toBe(before);
  expect(JSON.stringify(other)).toBe(otherBefore);
});

test('a secret is never taken for its parts', () => {
  const value = { secret: new Secret('hidden value') };
  const { secret } = value;
  shareParts(value, { secret: {} });
  expect(value.secret).toBe(secret);
});
