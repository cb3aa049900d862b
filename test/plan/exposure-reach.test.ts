import { expect, test } from 'vitest';
import { lostEncryption } from '../../src/plan/exposure/exposure.ts';
import { newlyReachable } from '../../src/plan/exposure/reach/newly-reachable.ts';

test.each([
  ['https://a.io', 'https://a.io', true],
  ['https://a.io', 'http://a.io', true],
  ['https://A.io.', 'https://a.io', true],
  ['http://a.io', 'https://a.io', false],
  ['https://a.io:8443', 'https://a.io', false],
  ['https://a.io:443', 'https://a.io', true],
  ['https://a.io:80', 'http://a.io', false],
  ['https://a.io:8080', 'http://a.io:8080', true],
  ['tls://a.io:5432', 'tcp://a.io:5432', true],
  ['tls://a.io:5433', 'tcp://a.io:5432', false],
  ['https://a.io', 'tls://a.io', true],
  ['tls://a.io', 'https://a.io', false],
  ['https://shop.a.io', 'https://*.a.io', true],
  ['https://*.shop.a.io', 'https://*.a.io', true],
  ['https://shop.b.io', 'https://*.a.io', false],
  ['https://shopa.io', 'https://*.a.io', false],
  ['https://a.io', 'https://*.a.io', false],
  ['https://*.a.io', 'https://shop.a.io', false],
  ['https://a.io.evil.org', 'https://a.io', false],
])('an open endpoint at %s is reached by no more than at %s: %s', (after, before, expected) => {
  const found = newlyReachable({ kind: 'endpoint', before: { url: before }, after: { url: after } }, false);
  expect(found.length === 0).toBe(expected);
});

const [exact, prefix] = ['exact_path', 'path_prefix'];
const backend = { backend_id: 'bkdhr_1' };

test.each([
  [['api.example.com.evil.org/v1', prefix], ['api.example.com', prefix], false],
  [['shop.example.com', prefix], ['shop.example.co', prefix], false],
  [['shop.example.com/shop', prefix], ['/shop', prefix], true],
  [['shop.example.com', prefix], ['/', prefix], true],
  [['shop.example.com', prefix], ['/shop', prefix], false],
  [['/shop', prefix], ['shop.example.com/shop', prefix], false],
  [['shop.example.com/shop/cart', exact], ['/shop', prefix], true],
  [['/shop/cart', exact], ['/shop/cart', prefix], true],
  [['/shop/cart', prefix], ['/shop/cart', exact], false],
  [['shop.example.com/', exact], ['shop.example.com', exact], true],
  [['SHOP.example.com.:443/%73hop', prefix], ['shop.example.com/shop', prefix], true],
  [['shop.example.com/', prefix], ['shop.example.com', prefix], true],
  [['/', prefix], ['.', prefix], false],
  [['/', prefix], [':80', prefix], false],
  [['/', prefix], ['', prefix], false],
  [['', prefix], ['/', prefix], false],
])('an open route at %s is reached by no more than at %s: %s', (after, before, expected) => {
  const [was, is] = [before, after].map(([match = '', match_type = '']) => ({ match, match_type, backend }));
  expect(newlyReachable({ kind: 'https-route', before: was!, after: is! }, false).length === 0).toBe(
    expected,
  );
  expect(newlyReachable({ kind: 'https-route', before: was!, after: is! }, true)).toEqual([]);
});

test('an open route without a backend is not reached, wherever it moves', () => {
  const [before, after] = ['/docs', '/'].map((match) => ({ match, match_type: prefix }));
  expect(newlyReachable({ kind: 'https-route', before: before!, after: after! }, false)).toEqual([]);
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
