import { expect, test } from 'vitest';
import { lostEncryption } from '../../src/plan/exposure/reach/lost-encryption.ts';
import { isUrlWithin } from '../../src/plan/exposure/reach/url-within.ts';

test.each([
  ['https://a.io', 'https://a.io', true],
  ['https://a.io', 'http://a.io', true],
  ['http://a.io', 'https://a.io', false],
  ['https://a.io:8443', 'https://a.io', false],
  ['https://a.io:443', 'https://a.io', true],
  ['tls://a.io:5432', 'tcp://a.io:5432', true],
  ['tls://a.io:5433', 'tcp://a.io:5432', false],
  ['https://shop.a.io', 'https://*.a.io', true],
  ['https://shop.b.io', 'https://*.a.io', false],
  ['https://*.a.io', 'https://shop.a.io', false],
  ['shop.a.io', 'shop.a.io', false],
])('%s is within %s: %s', (inner, outer, expected) => {
  expect(isUrlWithin(inner, outer)).toBe(expected);
});

test.each([
  ['https://a.io', 'http://a.io', ['encryption-lost']],
  ['tls://a.io:5432', 'tcp://a.io:5432', ['encryption-lost']],
  ['http://a.io', 'https://a.io', []],
  ['https://a.io', 'tls://a.io', []],
  ['https://a.io', 'a.io', []],
  ['a.io', 'http://a.io', []],
  ['https://a.io', undefined, []],
])('%s becomes %s: %o', (before, after, expected) => {
  expect(lostEncryption(before, after).map(({ code }) => code)).toEqual(expected);
});
