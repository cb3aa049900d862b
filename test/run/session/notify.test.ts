/** Notifications to servers that misbehave: the run ends soon and with one line, whatever a server does. */
import { afterEach, expect, test } from 'vitest';
import type { Io } from '../../../src/model/io.ts';
import type { Notice } from '../../../src/model/notice.ts';
import { sendNotice } from '../../../src/run/apply/notifications.ts';
import { accessOf } from '../../../src/run/session/run.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { accept, hookServer, type HookServer } from './hook-server.ts';

const notice: Notice = {
  events: ['apply'],
  verb: 'apply',
  environment: 'production',
  api: undefined,
  run: undefined,
  exitCode: 0,
  tally: undefined,
  failed: [],
  unknown: [],
  drifted: [],
  weakened: [],
  refusals: [],
  next: [],
  error: undefined,
};
/** A busy machine may be slow; a server that does not answer is given up after a second. */
const limits = { attempts: 3, timeoutMs: 60_000, totalMs: 60_000 };
const short = { timeoutMs: 1_000 };
const open: HookServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function opened(...how: Parameters<typeof hookServer>): Promise<HookServer> {
  const server = await hookServer(...how);
  open.push(server);
  return server;
}

/** Notifies the URL; returns stderr. */
async function sent(
  url: string | undefined,
  more: {
    readonly events?: Notice['events'];
    readonly local?: boolean;
    readonly io?: Partial<Io>;
    readonly timeoutMs?: number;
  } = {},
): Promise<string> {
  let said = '';
  const io: Io = {
    ...ioThatIsSilent,
    stderr: (text) => void (said += text),
    env: url === undefined ? {} : { EDGEWRIGHT_SECRET_CHAT: url },
    clock: {
      now: () => new Date(),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 20)),
    },
    ...more.io,
  };
  const { events = ['apply'], local, timeoutMs = limits.timeoutMs } = more;
  const settings = { notify: [{ secret: 'CHAT', events }] };
  await sendNotice({ io, workspace: { settings }, ...accessOf({ local }) }, notice, { ...limits, timeoutMs });
  return said;
}

const undelivered = 'warning: the notification to CHAT was not delivered: ';

test('a server that accepts gets the message once', async () => {
  const server = await opened();
  expect(await sent(server.url)).toBe('');
  expect(server.bodies.map((body) => JSON.parse(body) as unknown)).toMatchObject([
    { format: 1, environment: 'production' },
  ]);
});

test.each([
  ['500', 500, {}, 500],
  ['429 with Retry-After', 429, { 'retry-after': '1' }, 1_000],
  ['429 without a wait', 429, { 'retry-after': '0' }, 500],
  ['503', 503, {}, 500],
])('%s is tried again', async (_what, status, headers, wait) => {
  const slept: number[] = [];
  const server = await opened((response, attempt) => {
    if (attempt < 2) response.writeHead(status, headers).end();
    else accept(response);
  });
  const sleep = (milliseconds: number): Promise<void> => Promise.resolve(void slept.push(milliseconds));
  const io = { clock: { now: () => new Date(0), sleep } };
  expect(await sent(server.url, { io })).toBe('');
  expect(server.bodies).toHaveLength(2);
  expect(slept).toEqual([wait]);
});

test.each<[string, (response: Parameters<typeof accept>[0]) => void, string, number]>([
  ['500 for ever', (response) => void response.writeHead(500).end(), 'it returned 500, 3 times', 3],
  [
    'a longer wait than a run has',
    (r) => void r.writeHead(429, { 'retry-after': '60' }).end(),
    'it returned 429',
    1,
  ],
  ['nonsense', (response) => void response.socket?.end('no HTTP\r\n\r\n'), 'what it answered is not HTTP', 1],
  ['404', (response) => void response.writeHead(404).end('no such hook'), 'it returned 404', 1],
  ['a reset', (response) => void response.socket?.destroy(), 'the connection was cut, 3 times', 3],
  ['a hang', () => undefined, 'it did not answer in time, 3 times', 3],
])('%s is given up', async (_what, act, reason, attempts) => {
  const server = await opened(act);
  expect(await sent(server.url, short)).toBe(`${undelivered}${reason}\n`);
  expect(server.bodies).toHaveLength(attempts);
});

test('headers that trickle in are not waited for', async () => {
  const server = await opened((response) => {
    const socket = response.socket;
    const timer = setInterval(() => socket?.write('HTTP/1.1 200 OK\r\n'.slice(0, 1)), 20);
    socket?.on('close', () => clearInterval(timer));
    socket?.on('error', () => clearInterval(timer));
  });
  expect(await sent(server.url, short)).toContain(undelivered);
});

test('a body without an end is not read', async () => {
  let isCut = false;
  const server = await opened((response) => {
    response.on('close', () => (isCut = true));
    response.writeHead(200);
    const more = (): void => {
      while (!isCut && response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  expect(await sent(server.url)).toBe('');
  await expect.poll(() => isCut).toBe(true);
});

test('a redirect is not followed', async () => {
  const other = await opened();
  const server = await opened((response) => void response.writeHead(307, { location: other.url }).end());
  expect(await sent(server.url)).toBe(`${undelivered}it returned 307 (redirects are not followed)\n`);
  expect([server.bodies.length, other.bodies.length]).toEqual([1, 0]);
});

test.each([
  ['http on another host', 'http://chat.example.com/hooks/T0-B0-secret'],
  ['with a password', 'https://user:T0-B0-secret@chat.example.com/'],
  ['not a URL', 'T0-B0-secret'],
  ['a file', 'file:///etc/T0-B0-secret'],
])('a URL that is %s is refused and not repeated', async (_what, url) => {
  expect(await sent(url)).toBe(`${undelivered}its value is not an https URL\n`);
});

test('a secret that is not set is named', async () => {
  expect(await sent(undefined)).toBe(`${undelivered}the secret is not set\n`);
});

test('nothing is sent for other events, with the mock API, or once the run has to end at once', async () => {
  const server = await opened();
  await sent(server.url, { events: ['drift', 'unknown'] });
  await sent(server.url, { local: true });
  await sent(server.url, { io: { urgent: AbortSignal.abort() } });
  expect(server.bodies).toEqual([]);
});

test('a run that has to end at once does not wait', async () => {
  const urgent = new AbortController();
  const server = await opened(() => urgent.abort());
  expect(await sent(server.url, { io: { urgent: urgent.signal } })).toBe(`${undelivered}the run was ended\n`);
});
