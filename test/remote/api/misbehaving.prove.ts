/**
 * Servers that misbehave in every way that HTTP allows, and some that it does not: each answer ends in an error within
 * its time, a create is sent once, and another origin that an answer names gets no request and no credential.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openWriteApi } from '../../../src/remote/api/open-api.ts';
import { ApiError } from '../../../src/model/errors.ts';
import type { WriteApi } from '../../../src/model/api.ts';
import { Secret } from '../../../src/model/secret.ts';
import { endpoint, json, service } from './service.ts';

type Closing = (() => Promise<unknown>)[];

/** Most of the time is waiting, so they wait together: each closes what it opened. */
async function closingAfter(work: (closing: Closing) => Promise<void>): Promise<void> {
  const closing: Closing = [];
  try {
    await work(closing);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

const key = { kind: 'endpoint', id: 'ep_1' } as const;
const body = JSON.stringify({ url: 'https://a.example.com' });
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Each with what it does once a whole request has arrived. */
const servers: readonly (readonly [what: string, answer: (socket: Socket) => void])[] = [
  ['says nothing', () => undefined],
  ['hangs up', (socket) => socket.destroy()],
  ['speaks another protocol', (socket) => socket.end('220 mail.example.com ESMTP\r\n')],
  ['sends no header', (socket) => socket.end('HTTP/1.1\r\n\r\n')],
  ['sends a status that is no number', (socket) => socket.end('HTTP/1.1 abc OK\r\n\r\n')],
  ['sends half of a header', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty')],
  [
    'sends a header without an end',
    (socket) => flood(socket, 'HTTP/1.1 200 OK\r\nx-long: ', 'x'.repeat(4096)),
  ],
  [
    'sends headers without an end',
    (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n'.repeat(64)),
  ],
  ['says for ever that it goes on', (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['sends less than it announced', (socket) => socket.end(`${head}content-length: 400\r\n\r\n{"id":`)],
  [
    'announces two lengths',
    (socket) => socket.end(`${head}content-length: 2\r\ncontent-length: 30\r\n\r\n{}`),
  ],
  ['announces a negative length', (socket) => socket.end(`${head}content-length: -1\r\n\r\n{}`)],
  [
    'sends a chunk of no size',
    (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    'ends in the middle of a chunk',
    (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nff\r\n{"id"`),
  ],
  ['sends a body without an end', (socket) => flood(socket, `${head}\r\n`, ' '.repeat(65_536))],
  ['sends a byte now and then', (socket) => trickle(socket, `${head}\r\n`)],
  [
    'packs its body',
    (socket) => socket.end(`${head}content-encoding: gzip\r\ncontent-length: 3\r\n\r\n\u001f\u008b\b`),
  ],
  ['sends no JSON', (socket) => socket.end(`${head}content-length: 5\r\n\r\nhello`)],
  ['nests without an end', (socket) => socket.end(`${head}\r\n${'['.repeat(200_000)}`)],
  ['nests 100,000 levels', (socket) => socket.end(`${head}\r\n${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  [
    'sends bytes that are no UTF-8',
    (socket) => socket.end(Buffer.concat([Buffer.from(`${head}\r\n{"id":"`), Buffer.from([0xff, 0xfe])])),
  ],
  [
    'upgrades the connection',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  [
    'sends two answers',
    (socket) => socket.end(`${head}content-length: 2\r\n\r\n[]${head}content-length: 2\r\n\r\n[]`),
  ],
];

describe.concurrent('a server that', () => {
  test.each(servers)('%s', (_what, answer) =>
    closingAfter(async (closing) => {
      const { url, requests } = await raw(answer, closing);
      const api = writing(url, closing);
      const read = await errorOf(api.get(key));
      expect(read.message).toMatch(/`GET \/endpoints\/\{id\}`/);
      const afterReads = requests();
      // Reads may be repeated, a bounded number of times.
      expect(afterReads).toBeLessThanOrEqual(4);
      const created = await errorOf(api.create('endpoint', undefined, body));
      expect(requests() - afterReads).toBe(1);
      // It may have been carried out.
      expect(created.wasSent).not.toBe('no');
      expect(`${read.message} ${created.message}`).not.toContain('t0ken');
    }),
  );
});

test('a compressed answer is named so', () =>
  closingAfter(async (closing) => {
    const { url, close } = await service((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{}'));
    });
    closing.push(close);
    const { message } = await errorOf(writing(url, closing, { timeoutMs: 30_000 }).get(key));
    expect(message).toMatch(/ is malformed: it is compressed \(gzip\), which was not asked for$/);
  }));

/** Every way in which an answer can name another place. */
const places: readonly (readonly [
  what: string,
  status: number,
  headers: (to: string) => Record<string, string>,
])[] = [
  ...[300, 301, 302, 303, 307, 308].map((status): (typeof places)[number] => [
    `redirects with ${status}`,
    status,
    (to) => ({ location: `${to}/taken` }),
  ]),
  ['redirects without a scheme', 302, (to) => ({ location: to.replace('http:', '') })],
  ['refreshes', 200, (to) => ({ refresh: `0; url=${to}/taken` })],
  ['links to a next page', 200, (to) => ({ link: `<${to}/taken>; rel="next"` })],
  ['names an alternative', 200, (to) => ({ 'alt-svc': `http/1.1="${to.replace('http://', '')}"` })],
  ['asks for a proxy', 305, (to) => ({ location: to })],
  ['asks for a password', 401, (to) => ({ 'www-authenticate': `Bearer realm="${to}"` })],
  ['says where it created', 201, (to) => ({ location: `${to}/taken` })],
];

describe.concurrent('another origin gets nothing from an API that', () => {
  test.each(places)('%s', (_what, status, headers) =>
    closingAfter(async (closing) => {
      const foreign = await service((_, response) => json(response, 200, {}));
      closing.push(foreign.close);
      const { url, received, close } = await service(({ url: asked }, response) => {
        const next = `${foreign.url}/endpoints?p=2`;
        const one = endpoint('ep_1', { uri: `${foreign.url}/endpoints/ep_1` });
        json(
          response,
          status,
          asked === '/endpoints' ? { endpoints: [one], next_page_uri: next } : one,
          headers(foreign.url),
        );
      });
      closing.push(close);
      // Each request arrives, however busy the machine is.
      const api = writing(url, closing, { timeoutMs: 30_000 });
      const all = [
        api.list('endpoint'),
        api.get(key),
        api.create('endpoint', undefined, body),
        api.update(key, '{}'),
        api.delete(key),
      ];
      await Promise.allSettled(all);
      expect(received.length).toBeGreaterThanOrEqual(5);
      expect(foreign.received).toEqual([]);
    }),
  );
});

function writing(baseUrl: string, closing: Closing, { timeoutMs = 100 } = {}): WriteApi {
  const api = openWriteApi({
    baseUrl,
    token: new Secret('t0ken-secret'),
    timeoutMs,
    limits: { bytes: 400_000 },
    clock: { now: () => new Date(), sleep: () => Promise.resolve() },
  });
  closing.push(api.close);
  return api;
}

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

/** A server on the level of bytes; `requests`: how many have arrived whole. */
async function raw(
  answer: (socket: Socket) => void,
  closing: Closing,
): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const isWhole = text.startsWith('GET') ? text.endsWith('\r\n\r\n') : text.endsWith(body);
      if (!isWhole) return;
      text = '';
      requests++;
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

/** Writes as long as somebody reads. */
function flood(socket: Socket, first: string, again: string): void {
  socket.write(first);
  const more = (): void => {
    while (!socket.destroyed && socket.write(again));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

function trickle(socket: Socket, first: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
}
