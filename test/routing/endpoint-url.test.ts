import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../property-seed.ts';
import { canonicalString } from '../../src/derive/compare/canonical.ts';
import { normalUrl, schemeOf } from '../../src/derive/forms/endpoint-url.ts';
import { parseRequest } from '../../src/routing/traffic/request.ts';
import { listenerAt, listenerUrl } from '../../src/derive/forms/listener-url.ts';

function servedUrl(text: string): string | undefined {
  const listener = listenerAt(text);
  return listener === undefined ? undefined : listenerUrl(listener);
}

test.each([
  ['HTTPS://Shop.example.com:443/', 'https://shop.example.com'],
  ['https://shop.example.com:0443', 'https://shop.example.com'],
  ['https://shop.example.com.', 'https://shop.example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://[::1]:443', 'https://[::1]'],
  ['tls://[FE80::1]', 'tls://[fe80::1]'],
  ['tcp://db.example.com:5432', 'tcp://db.example.com:5432'],
  ['http://*.Example.com:8080', 'http://*.example.com:8080'],
])('%s is %s to a listener and in comparisons', (text, url) => {
  expect(servedUrl(text)).toBe(url);
  expect(canonicalString('endpoint-url', text)).toBe(url);
});

test.each([
  'tcp://db.example.com',
  'ftp://shop.example.com:21',
  'https://shop.example.com/cart',
  'https://shop.example.com:0',
  'https://[shop]',
  'shop',
  '',
])('`%s` is served nowhere', (text) => {
  expect(listenerAt(text)).toBeUndefined();
});

test('what a scheme begins is a URL or not', () => {
  expect(['HTTPS://a b/', 'mailto:a', '://a'].map(schemeOf)).toEqual(['https', undefined, undefined]);
});

test.each([
  ['DB.example.com.:05432', 'db.example.com:5432'],
  ['*.Example.com:443', '*.example.com:443'],
  ['[FE80::1]:443', '[fe80::1]:443'],
  ['Shop', 'shop'],
  ['A:1:2', 'a:1:2'],
])('the hostport %s is %s in comparisons', (text, expected) => {
  expect(canonicalString('hostport', text)).toBe(expected);
});

test('a listener, a comparison and a request read the same host and port', () => {
  const scheme = fc.constantFrom('http', 'https', 'tcp', 'tls', 'HTTPS', 'ftp', 'constructor');
  const host = fc.constantFrom(
    'a.example.com',
    'A.example.com.',
    '*.b.example',
    '[::1]',
    '[FE80::1]',
    'bü.de',
  );
  const port = fc.constantFrom('', ':80', ':443', ':0443', ':0', ':65535', ':65536', ':8080');
  const urls = fc.tuple(scheme, host, port, fc.constantFrom('', '/', '/a', '?a'));
  fc.assert(
    fc.property(urls, ([first, ...rest]) => {
      const text = `${first}://${rest.join('')}`;
      expect(normalUrl(normalUrl(text))).toBe(normalUrl(text));
      const listener = listenerAt(text);
      if (listener === undefined) return;
      expect(canonicalString('endpoint-url', text)).toBe(listenerUrl(listener));
      const parsed = parseRequest(text);
      const isWild = listener.host.startsWith('*.');
      expect('request' in parsed ? parsed.request.target : undefined).toEqual(
        isWild ? undefined : { type: 'host', ...listener },
      );
    }),
  );
});
