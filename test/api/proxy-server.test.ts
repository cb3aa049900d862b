import type { AddressInfo, Server } from 'node:net';
import { createServer, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openReadApi, openWriteApi } from '../../src/api/open-api.ts';
import { apiConfig } from '../../src/session/api/api-config.ts';
import type { Io } from '../../src/model/io.ts';
import { ioThatIsSilent } from '../docs/silent-io.ts';
import { endpoint, json, service } from './service.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A proxy as they are: absolute URLs for http, CONNECT for https. */
async function proxyServer(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`.trim());
    const { host, pathname, search } = new URL(incoming.url ?? '');
    const [hostname = '', port = ''] = host.split(':');
    incoming.pipe(
      request(
        { hostname, port, path: pathname + search, method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        },
      ),
    );
  });
  server.on('connect', ({ url = '' }, socket) => {
    seen.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const url = await listening(server);
  return { url, seen };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const io = (env: Io['env']): Io => ({ ...ioThatIsSilent, env });
const clock = { now: () => new Date(), sleep: () => Promise.resolve() };

function configOf(env: Io['env']): Parameters<typeof openWriteApi>[0] {
  return { ...apiConfig(io(env), 'production', undefined), clock };
}

test('requests go through the proxy of the environment, a POST and its answer too', async () => {
  const { url, close } = await service(({ method }, response) =>
    json(response, method === 'POST' ? 201 : 200, endpoint('a')),
  );
  closing.push(close);
  const proxy = await proxyServer();
  const api = openWriteApi(
    configOf({
      EDGEWRIGHT_API_URL: url,
      http_proxy: proxy.url.replace('//', '//user:pa55@'),
      HTTP_PROXY: 'http://127.0.0.1:1',
    }),
  );
  closing.push(api.close);
  await api.get({ kind: 'endpoint', id: 'a' });
  await api.create('endpoint', undefined, '{"url":"x"}');
  const credential = `Basic ${Buffer.from('user:pa55').toString('base64')}`;
  expect(proxy.seen).toEqual([`GET ${url}/endpoints/a ${credential}`, `POST ${url}/endpoints ${credential}`]);
});

test('hosts of NO_PROXY are asked straight', async () => {
  const { url, received, close } = await service((_, response) => json(response, 200, endpoint('a')));
  closing.push(close);
  const proxy = await proxyServer();
  const api = openReadApi(
    configOf({ EDGEWRIGHT_API_URL: url, HTTP_PROXY: proxy.url, NO_PROXY: 'example.com,127.0.0.1' }),
  );
  closing.push(api.close);
  await api.get({ kind: 'endpoint', id: 'a' });
  expect(proxy.seen).toEqual([]);
  expect(received).toHaveLength(1);
});

test('an https address is reached by CONNECT; a proxy that refuses is named without its password', async () => {
  const proxy = await proxyServer();
  const api = openReadApi(
    configOf({
      EDGEWRIGHT_API_URL: 'https://api.example.com',
      HTTPS_PROXY: proxy.url.replace('//', '//user:pa55@'),
    }),
  );
  closing.push(api.close);
  const error = await api.get({ kind: 'endpoint', id: 'a' }).catch((reason: unknown) => reason as Error);
  expect(proxy.seen[0]).toBe('CONNECT api.example.com:443');
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).not.toContain('pa55');
});

test('a proxy that is not a URL is refused, and not repeated', () => {
  const wrong = (): unknown =>
    apiConfig(
      io({ EDGEWRIGHT_API_URL: 'https://api.example.com', HTTPS_PROXY: 'socks5://user:pa55@x' }),
      'p',
      undefined,
    );
  expect(wrong).toThrow('HTTP_PROXY or HTTPS_PROXY is not the URL of an HTTP proxy');
});

test.each([
  [{}, 'Bearer t'],
  [{ EDGEWRIGHT_API_SCHEME: 'Token' }, 'Token t'],
])('scheme, headers and version reach the service: %j', async (more, authorization) => {
  const { url, received, close } = await service((_, response) => json(response, 200, endpoint('a')));
  closing.push(close);
  const api = openReadApi(
    configOf({
      EDGEWRIGHT_API_URL: url,
      EDGEWRIGHT_API_TOKEN: 't',
      EDGEWRIGHT_API_HEADERS: 'Api-Version: 2\n\nX-Team:a: b\n',
      ...more,
    }),
  );
  closing.push(api.close);
  await api.get({ kind: 'endpoint', id: 'a' });
  expect(received[0]!.headers).toMatchObject({ authorization, 'api-version': '2', 'x-team': 'a: b' });
  expect(received[0]!.headers['user-agent']).toMatch(/^edgewright\/\d+\.\d+\.\d+$/);
});

test('an empty token is no token', () => {
  const token = (env: Io['env']): string | undefined =>
    apiConfig(
      io({ EDGEWRIGHT_API_URL: 'https://api.example.com', ...env }),
      'prod',
      undefined,
    ).token?.reveal();
  expect(token({ EDGEWRIGHT_API_TOKEN: '' })).toBeUndefined();
  expect(token({ EDGEWRIGHT_API_TOKEN: ' \n' })).toBeUndefined();
  expect(token({ EDGEWRIGHT_API_TOKEN_PROD: '', EDGEWRIGHT_API_TOKEN: 'general' })).toBe('general');
});

test('a line of EDGEWRIGHT_API_HEADERS without a colon is named by its number alone', () => {
  const wrong = (): unknown =>
    apiConfig(
      io({ EDGEWRIGHT_API_URL: 'https://api.example.com', EDGEWRIGHT_API_HEADERS: 'A: b\ns3cret' }),
      'p',
      undefined,
    );
  expect(wrong).toThrow('line 2 of EDGEWRIGHT_API_HEADERS has no `Name: value`');
});
