/** Bodies, streams, trailers, WebSockets, compression, and upstreams that do not answer. */
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { besideUpstream, servingDev } from './serve-dev.ts';

const route = (more = '', policy = ''): Readonly<Record<string, string>> => ({
  'resources/shop.yaml': `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com
  backend: { backend_id: backend/shop }
${more}${policy === '' ? '' : `  traffic_policy:\n    value:\n${policy}`}`,
});

const host = 'shop.example.com';

describe('passing on', () => {
  test('a large upload arrives whole, and its response too', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'abcdefg');
    await besideUpstream(
      async ({ url, received }) => {
        await servingDev(
          { files: route(), options: ['--upstream', `backend/shop=${url}`] },
          async ({ get }) => {
            const answer = await get(host, '/', { method: 'PUT', body });
            expect(answer.bytes.equals(body)).toBe(true);
            expect(received[0]?.headers['content-length']).toBe(String(body.length));
          },
        );
      },
      (request, response) => response.end(request.body),
    );
  });

  test('a kept connection that its server closes is replaced, for what may be repeated', async () => {
    // Answers once on each connection, and closes it when it is used again.
    let connections = 0;
    const server = net.createServer((socket) => {
      connections += 1;
      let isUsed = false;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        if (isUsed) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nhi');
        isUsed = true;
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const options = ['--upstream', `backend/shop=http://127.0.0.1:${port}`];
    await servingDev({ files: route(), options }, async ({ get }) => {
      expect((await get(host, '/')).text).toBe('hi');
      expect((await get(host, '/')).text).toBe('hi');
      expect((await get(host, '/')).text).toBe('hi');
      expect(connections).toBe(3);
      // What was sent with a body may have been done.
      expect((await get(host, '/', { method: 'PUT', body: 'a' })).status).toBe(502);
      expect(connections).toBe(3);
    });
    server.close();
  });

  test('trailers pass in both directions', async () => {
    await besideUpstream(
      async ({ url, received }) => {
        await servingDev(
          { files: route(), options: ['--upstream', `backend/shop=${url}`] },
          async ({ get }) => {
            const headers = { trailer: 'x-sum', te: 'trailers' };
            const answer = await get(host, '/', {
              method: 'POST',
              body: 'a',
              headers,
              trailers: { 'x-sum': '1' },
            });
            expect(received[0]?.trailers).toEqual({ 'x-sum': '1' });
            expect(received[0]?.headers.te).toBe('trailers');
            expect(answer.trailers).toEqual({ 'x-total': '2' });
          },
        );
      },
      (_request, response) => {
        response.writeHead(200, { trailer: 'x-total' });
        response.write('b');
        response.addTrailers({ 'x-total': '2' });
        response.end();
      },
    );
  });

  test('events arrive when they are sent, compressed or not', async () => {
    await besideUpstream(
      async ({ url }) => {
        const files = route('  compression: {}\n');
        await servingDev({ files, options: ['--upstream', `backend/shop=${url}`] }, async ({ port }) => {
          for (const encoding of ['identity', 'gzip']) {
            const request = http.get({
              port,
              host: '127.0.0.1',
              agent: false,
              headers: { host, 'accept-encoding': encoding },
            });
            const [response] = (await once(request, 'response')) as [http.IncomingMessage];
            const [first] = (await once(response, 'data')) as [Buffer];
            expect(first.length).toBeGreaterThan(0);
            request.destroy();
          }
        });
      },
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n');
      },
    );
  });

  test('responses are compressed for a client that accepts it', async () => {
    await besideUpstream(
      async ({ url }) => {
        const files = route('  compression: {}\n');
        await servingDev({ files, options: ['--upstream', `backend/shop=${url}`] }, async ({ get }) => {
          const as = (accepted: string) => get(host, '/', { headers: { 'accept-encoding': accepted } });
          const zipped = await as('gzip, br;q=0');
          expect([zipped.headers['content-encoding'], gunzipSync(zipped.bytes).toString()]).toEqual([
            'gzip',
            'hello'.repeat(100),
          ]);
          const brotli = await as('br');
          expect(brotliDecompressSync(brotli.bytes).toString()).toBe('hello'.repeat(100));
          const plain = await as('identity');
          expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, 'hello'.repeat(100)]);
        });
      },
      (_request, response) => void response.end('hello'.repeat(100)),
    );
  });

  test('a policy replaces text of a response, and reads its headers', async () => {
    const policy = `      on_http_response:
        - expressions: ["res.headers['x-kind'][0] == 'page'"]
          actions:
            - type: response-body-find-replace
              config: { replacements: [{ from: hello, to: goodbye }] }
`;
    await besideUpstream(
      async ({ url }) => {
        const options = ['--upstream', `backend/shop=${url}`];
        await servingDev({ files: route('', policy), options }, async ({ get }) => {
          const answer = await get(host, '/');
          expect([answer.text, answer.headers['content-length']]).toEqual(['goodbye', '7']);
        });
      },
      (_request, response) => {
        response.writeHead(200, { 'x-kind': 'page', 'content-length': 5 });
        response.end('hello');
      },
    );
  });

  test('an upstream that does not answer is the edge’s error, and trips a circuit breaker', async () => {
    const breaker =
      '  circuit_breaker: { tripped_duration: 60, rolling_window: 60, num_buckets: 1, volume_threshold: 2, error_threshold_percentage: 0.5 }\n';
    const options = ['--upstream', 'backend/shop=http://127.0.0.1:9'];
    await servingDev({ files: route(breaker), options }, async ({ get }) => {
      const seen = [];
      for (let count = 0; count < 3; count++) seen.push((await get(host, '/')).status);
      expect(seen).toEqual([502, 502, 503]);
    });
  });

  test('a forward that does not answer goes on where the policy says so', async () => {
    const files = {
      'resources/app.yaml': `kind: endpoint
name: app
spec:
  url: https://app.example.com
  traffic_policy:
    on_http_request:
      - actions:
          - { type: forward-internal, config: { url: "https://one.internal", on_error: continue } }
          - { type: custom-response, config: { status_code: 503, body: later } }
`,
    };
    const options = ['--upstream', 'https://*.internal=http://127.0.0.1:9'];
    await servingDev({ files, options }, async ({ get }) => {
      const answer = await get('app.example.com', '/');
      expect([answer.status, answer.text]).toEqual([503, 'later']);
    });
  });

  test('another protocol that a client offers is not taken up', async () => {
    await besideUpstream(async ({ url, received }) => {
      const options = ['--upstream', `backend/shop=${url}`];
      await servingDev({ files: route(), options }, async ({ get }) => {
        const headers = {
          connection: 'Upgrade, HTTP2-Settings',
          upgrade: 'h2c',
          'http2-settings': 'AAMAAABk',
        };
        const answer = await get(host, '/', { headers });
        expect([answer.status, answer.text]).toEqual([200, 'hello']);
        expect(received[0]?.headers).not.toHaveProperty('upgrade');
        expect(received[0]?.headers).not.toHaveProperty('http2-settings');
      });
    });
  });

  test('a client that goes away takes its request along', async () => {
    let closed: Promise<unknown> | undefined;
    await besideUpstream(
      async ({ url, server }) => {
        server.prependListener('request', (request) => {
          closed = once(request, 'close');
        });
        await servingDev(
          { files: route(), options: ['--upstream', `backend/shop=${url}`] },
          async ({ port, until }) => {
            const request = http.get({ port, host: '127.0.0.1', agent: false, headers: { host } });
            request.on('error', () => undefined);
            const [response] = (await once(request, 'response')) as [http.IncomingMessage];
            response.on('error', () => undefined);
            request.destroy();
            await closed;
            expect(await until('ms\n')).toContain('closed early');
          },
        );
      },
      (_request, response) => void response.write('begun'),
    );
  });
});

describe('a WebSocket', () => {
  test('passes through the edge, with its headers', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const { port: upstream } = server.address() as net.AddressInfo;
    const headers: http.IncomingHttpHeaders[] = [];
    server.on('connection', (socket, request) => {
      headers.push(request.headers);
      socket.on('message', (data) => socket.send(`echo ${(data as Buffer).toString()}`));
    });
    const files = route(
      '  request_headers: { add: { x-edge: "yes" } }\n  response_headers: { add: { x-back: "yes" } }\n',
    );
    const options = ['--upstream', `backend/shop=http://127.0.0.1:${upstream}`];
    try {
      await servingDev({ files, options }, async ({ port, until }) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { host } });
        const opened = new Promise<http.IncomingMessage>((resolve) => socket.on('upgrade', resolve));
        socket.on('open', () => socket.send('one'));
        const [data] = (await once(socket, 'message')) as [Buffer];
        expect(data.toString()).toBe('echo one');
        expect((await opened).headers['x-back']).toBe('yes');
        expect(headers[0]).toMatchObject({ 'x-edge': 'yes', 'x-forwarded-proto': 'https' });
        expect(await until('ms\n')).toMatch(/^101 GET .*backend\/shop/);
        socket.close();
        await once(socket, 'close');
      });
    } finally {
      for (const client of server.clients) client.terminate();
      server.close();
    }
  });

  test('is refused like any request', async () => {
    const files = route('  ip_restriction: { ip_policy_ids: [] }\n');
    await servingDev({ files }, async ({ port }) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`, {
        headers: { host, 'edgewright-given': 'ip_restriction: refused' },
      });
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, http.IncomingMessage];
      expect(response.statusCode).toBe(403);
    });
  });
});
