/** Proxies that do not connect us: one failure each, with words that name the proxy, and never a second attempt. */
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { dispatcherTo } from '../../../src/remote/http/dispatcher-to.ts';
import { exchange } from '../../../src/remote/http/exchange.ts';
import { failureWords } from '../../../src/remote/http/failure-words.ts';
import { proxyOf } from '../../../src/run/session/api/proxy.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { brokenProxy } from '../../shipped/network.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const check = '(check HTTP_PROXY; NO_PROXY lists hosts to call directly)';
const answer = (status: string) => (socket: Socket) =>
  void socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);

test.each<[string, (socket: Socket) => void, string]>([
  ['403', answer('403 Forbidden'), 'it does not allow this connection (403)'],
  [
    '407',
    answer('407 Proxy Authentication Required'),
    'it refuses the user or the password (407; set both in HTTP_PROXY, `http://<user>:<password>@127.0.0.1:<port>`)',
  ],
  ['502', answer('502 Bad Gateway'), `it returned 502 ${check}`],
  ['a redirect', answer('302 Found\r\nlocation: https://evil.example/'), `it returned 302 ${check}`],
  [
    'another protocol',
    (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    `what it answered is not HTTP ${check}`,
  ],
  ['an end', (socket) => void socket.end(), `the connection was cut ${check}`],
  ['a reset', (socket) => void socket.resetAndDestroy(), `the connection was cut ${check}`],
  ['silence', () => undefined, `it did not answer in time ${check}`],
])('a proxy that answers CONNECT with %s', async (_, act, words) => {
  let count = 0;
  const proxy = await brokenProxy((socket) => {
    count++;
    act(socket);
  });
  closing.push(proxy.close);
  const env = { HTTP_PROXY: `http://user:pa55word@127.0.0.1:${proxy.port}` };
  // For both kinds of URLs the proxy is asked for a tunnel.
  for (const origin of ['https://api.example.com', 'http://collector.example.com:4318']) {
    const dispatcher = dispatcherTo(origin, proxyOf({ ...ioThatIsSilent, env }), {
      connect: { timeout: 500 },
    });
    closing.push(() => dispatcher.destroy());
    const outgoing = { method: 'POST', path: '/x', headers: {}, body: '{}', isAlone: true } as const;
    const clock = { now: () => new Date(), sleep: () => Promise.resolve() };
    const exchanged = await exchange(dispatcher, outgoing, { clock, timeoutMs: 60_000, maxBytes: 100 });
    if (exchanged.status !== undefined) throw new Error('it was answered');
    expect(exchanged.wasSent).toBe('no');
    expect(failureWords(exchanged).replaceAll(String(proxy.port), '<port>')).toBe(
      `the proxy 127.0.0.1:<port> failed: ${words}`,
    );
  }
  expect(count).toBe(2);
});
