import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalString } from '../../src/derive/compare/canonical.ts';
import { schemeOf, servedHost, urlOf } from '../../src/derive/forms/endpoint-url.ts';
import { listenerAt } from '../../src/domain/listener.ts';
import { isUrlWithin } from '../../src/plan/exposure/reach/url-within.ts';
import { parseServedUrl } from '../../src/server/objects/endpoint-url.ts';

test.each([
  ['HTTPS://Shop.example.com:443/', 'https://shop.example.com'],
  ['https://shop.example.com:0443', 'https://shop.example.com'],
  ['https://[::1]:443', 'https://[::1]'],
  ['tls://[FE80::1]', 'tls://[fe80::1]'],
  ['tcp://db.example.com:5432', 'tcp://db.example.com:5432'],
  ['http://*.example.com:8080', 'http://*.example.com:8080'],
])('%s is %s for the API, in comparisons, and to a request', (text, url) => {
  expect(parseServedUrl(text)?.url).toBe(url);
  expect(canonicalString('endpoint-url', text)).toBe(url);
  expect(listenerAt(text).map(urlOf)).toEqual([url]);
  expect(isUrlWithin(text, url)).toBe(true);
});

test.each([
  'tcp://db.example.com',
  'https://shop.example.com/cart',
  'https://shop.example.com:0',
  'shop',
  '',
])('`%s` is served nowhere', (text) => {
  expect(servedHost(text)).toBeUndefined();
  expect(parseServedUrl(text)).toBeUndefined();
  expect(listenerAt(text)).toEqual([]);
});

test('what a scheme begins is a URL or not', () => {
  expect(['HTTPS://a b/', 'mailto:a', '://a'].map(schemeOf)).toEqual(['https', undefined, undefined]);
});

test('all who read a URL read the same', () => {
  const scheme = fc.constantFrom('http', 'https', 'tcp', 'tls', 'HTTPS', 'ftp', 'constructor');
  const host = fc.constantFrom('a.example.com', 'A.example.com', '*.b.example', '[::1]', '[FE80::1]');
  const port = fc.constantFrom('', ':80', ':443', ':0443', ':0', ':65535', ':65536', ':8080');
  const urls = fc.tuple(scheme, host, port, fc.constantFrom('', '/', '/a', '?a'));
  fc.assert(
    fc.property(urls, ([first, ...rest]) => {
      const text = `${first}://${rest.join('')}`;
      const answered = parseServedUrl(text);
      if (answered === undefined) return;
      expect(canonicalString('endpoint-url', text)).toBe(answered.url);
      expect(listenerAt(text).map(urlOf)).toEqual([answered.url]);
    }),
  );
});
