/** Which origins are called through a proxy. What is expected is what curl and Go do, where these agree. */
import { expect, test } from 'vitest';
import { proxyFor, proxyPlace } from '../../../src/remote/http/proxy-settings.ts';
import type { Io } from '../../../src/model/io.ts';
import { proxyOf } from '../../../src/run/session/api/proxy.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';

const io = (env: Io['env']): Io => ({ ...ioThatIsSilent, env });
const proxyIn = (env: Io['env'], origin = 'https://api.example.com'): string | undefined => {
  const proxy = proxyFor(origin, proxyOf(io(env)));
  return proxy === undefined ? undefined : `${proxyPlace(proxy)} of ${proxy.variable}`;
};

test.each<[Io['env'], string, string | undefined]>([
  [{}, 'https://api.example.com', undefined],
  [{ HTTPS_PROXY: 'http://p:3128' }, 'https://api.example.com', 'p:3128 of HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'http://p:3128' }, 'http://api.example.com', undefined],
  [{ HTTP_PROXY: 'http://p:3128' }, 'http://api.example.com', 'p:3128 of HTTP_PROXY'],
  [{ HTTP_PROXY: 'http://p:3128' }, 'https://api.example.com', 'p:3128 of HTTP_PROXY'],
  [{ HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://q:2' }, 'https://a.example', 'q:2 of HTTPS_PROXY'],
  [{ https_proxy: 'http://p:1', HTTPS_PROXY: 'http://q:2' }, 'https://a.example', 'p:1 of https_proxy'],
  [{ https_proxy: ' ', HTTPS_PROXY: 'http://q:2' }, 'https://a.example', 'q:2 of HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'p.example.com' }, 'https://a.example', 'p.example.com:80 of HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'p.example.com:3128' }, 'https://a.example', 'p.example.com:3128 of HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'https://u:pa55@p' }, 'https://a.example', 'p:443 of HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'http://[::1]:8080/' }, 'https://a.example', '[::1]:8080 of HTTPS_PROXY'],
  [{ ALL_PROXY: 'http://p:1' }, 'https://a.example', undefined],
])('%j: %s', (env, origin, expected) => expect(proxyIn(env, origin)).toBe(expected));

test.each(['http://localhost:4040', 'http://127.0.0.1:4040', 'http://[::1]:4040', 'https://localhost'])(
  'requests to this machine never leave it: %s',
  (origin) =>
    expect(proxyIn({ HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://p:1' }, origin)).toBeUndefined(),
);

test.each<[string, string, boolean]>([
  ['api.example.com', 'https://api.example.com', true],
  ['example.com', 'https://api.example.com', true],
  ['.example.com', 'https://api.example.com', true],
  ['*.example.com', 'https://api.example.com', true],
  ['API.Example.COM', 'https://api.example.com', true],
  ['api.example.com', 'https://api.example.com.', true],
  ['ample.com', 'https://api.example.com', false],
  ['api.example.com.evil.org', 'https://api.example.com', false],
  ['example.com', 'https://example.com.evil.org', false],
  ['a.example, example.com', 'https://api.example.com', true],
  ['a.example example.com', 'https://api.example.com', true],
  [',', 'https://api.example.com', false],
  ['*', 'https://api.example.com', true],
  ['localhost,*', 'https://api.example.com', true],
  ['example.com:443', 'https://api.example.com', true],
  ['example.com:8443', 'https://api.example.com:8443', true],
  ['example.com:8443', 'https://api.example.com', false],
  ['example.com', 'https://api.example.com:8443', true],
  ['10.0.0.7', 'https://10.0.0.7', true],
  ['10.0.0.7:444', 'https://10.0.0.7', false],
  ['10.0.0.7', 'https://10.0.0.70', false],
  ['2001:db8::7', 'https://[2001:db8::7]', true],
  ['[2001:db8::7]', 'https://[2001:db8::7]:444', true],
  ['[2001:db8::7]:444', 'https://[2001:db8::7]', false],
])('NO_PROXY=%s, %s: direct is %s', (none, origin, isDirect) => {
  expect(proxyIn({ HTTPS_PROXY: 'http://p:1', NO_PROXY: none }, origin) === undefined).toBe(isDirect);
  expect(proxyIn({ HTTPS_PROXY: 'http://p:1', no_proxy: none }, origin) === undefined).toBe(isDirect);
});

test.each(['socks5://user:pa55@p:1080', 'http://user:pa55@', 'http://p:port', 'http://user:pa55@p:99999'])(
  'what is no HTTP proxy is refused without repeating it: %s',
  (value) => {
    expect(() => proxyOf(io({ http_proxy: value }))).toThrow('http_proxy is not the URL of an HTTP proxy');
    expect(() => proxyOf(io({ HTTPS_PROXY: value }))).toThrow('HTTPS_PROXY is not the URL of an HTTP proxy');
  },
);
