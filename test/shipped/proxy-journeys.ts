/** Every feature that calls a service over HTTP, through proxies that work and through those that do not. */
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenProxy, proxyServer, type Listening } from './network.ts';
import type { Ended, Program } from './program.ts';
import { openStage, services, token, type Stage } from './stage.ts';

type Variables = Readonly<Record<string, string>>;

const password = 'p@ss:w%rd';
const user = `user:${encodeURIComponent(password)}`;

/** How a proxy is named, by its port. All lead to all services. */
const ways: Readonly<Record<string, (port: number) => Variables>> = {
  HTTPS_PROXY: (port) => ({ HTTPS_PROXY: `http://${user}@127.0.0.1:${port}` }),
  'HTTP_PROXY alone': (port) => ({ HTTP_PROXY: `http://${user}@127.0.0.1:${port}/` }),
  'lower case before upper case, without a scheme': (port) => ({
    https_proxy: `${user}@localhost:${port}`,
    HTTPS_PROXY: 'http://127.0.0.1:1',
    NO_PROXY: 'localhost,.internal,example.com:8443,10.0.0.1',
  }),
};

/** What is no proxy, or one that does not connect us: what it does to a connection, and the words for it. */
const broken: Readonly<Record<string, readonly [(socket: Socket) => void, RegExp]>> = {
  'refuses the user': [
    answers('407 Proxy Authentication Required'),
    /failed: it refuses the user or the password \(407; set both in HTTPS_PROXY, `http:\/\/<user>:<password>@127\.0\.0\.1:\d+`\)/,
  ],
  'forbids the host': [answers('403 Forbidden'), /failed: it does not allow this connection \(403\)/],
  'cannot reach the host': [answers('502 Bad Gateway'), /failed: it returned 502 \(check HTTPS_PROXY; /],
  redirects: [
    answers('302 Found\r\nlocation: https://evil.example/'),
    /failed: it returned 302 \(check HTTPS_PROXY; /,
  ],
  'speaks another protocol': [
    (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    /failed: what it answered is not HTTP/,
  ],
  'closes the connection': [(socket) => socket.end(), /failed: the connection was cut/],
  'resets the connection': [(socket) => socket.resetAndDestroy(), /failed: the connection was cut/],
};

function answers(status: string): (socket: Socket) => void {
  return (socket) => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
}

/** `breaks`: the broken proxies to try; retries take their time. */
export function proxyJourneys(open: () => Program, breaks: readonly string[] = Object.keys(broken)): void {
  let stage: Stage;
  let plan: string;
  const closing: Listening[] = [];
  beforeAll(async () => {
    stage = await openStage(open());
    const folder = stage.workspace();
    plan = `${folder}/plan.json`;
    await stage.run(folder, ['plan', '--format', `json=${plan}`], stage.variables([]));
  });
  afterAll(async () => {
    await Promise.all(closing.map(({ close }) => close()));
    await stage.close();
  });
  const closedLater = <Server extends Listening>(server: Server): Server => {
    closing.push(server);
    return server;
  };
  const said = ({ stdout, stderr }: Ended): string => {
    const all = stdout + stderr;
    for (const secret of [password, encodeURIComponent(password), token, 'T0-B0-secret'])
      expect(all).not.toContain(secret);
    return all;
  };

  describe.each(Object.entries(ways))('through a proxy of %s', (_, way) => {
    test('API, notification and forge are reached; its password stays with it', async () => {
      const proxy = closedLater(await proxyServer({ hosts: stage.hosts, credentials: `user:${password}` }));
      const env = { ...stage.variables(services), ...way(proxy.port) };
      const before = stage.hook.bodies.length;
      const folder = stage.workspace();
      const applied = await stage.run(folder, ['apply', '--yes'], env);
      expect([said(applied), applied.exit]).toEqual([expect.stringContaining('Applied: 1 created'), 0]);
      expect(applied.stderr).not.toContain('warning');
      expect(stage.hook.bodies.length).toBe(before + 1);
      const commented = await stage.run(folder, ['comment', plan], env);
      expect([said(commented), commented.exit]).toEqual([expect.stringContaining('Comment '), 0]);
      expect(new Set(proxy.seen)).toEqual(
        new Set([...stage.hosts.keys()].map((host) => `CONNECT ${host} user:${password}`)),
      );
      for (const front of Object.values(stage.fronts))
        for (const headers of front.seen) expect(Object.keys(headers).join()).not.toContain('proxy');
    });
  });

  test('through a proxy that is reached by TLS itself; doctor names it', async () => {
    const proxy = closedLater(await proxyServer({ hosts: stage.hosts, tls: stage.folder }));
    const env = { ...stage.variables(['api']), HTTPS_PROXY: `https://${user}@localhost:${proxy.port}` };
    const { exit, ...texts } = await stage.run(stage.workspace(), ['doctor'], env);
    expect(said({ exit, ...texts })).toContain(
      `https://api.example.com answers through the proxy localhost:${proxy.port} (HTTPS_PROXY) and lists`,
    );
    expect(exit).toBe(0);
    const without = { ...env, NODE_EXTRA_CA_CERTS: '' };
    expect(said(await stage.run(stage.workspace(), ['plan'], without))).toContain(
      `no answer from https://api.example.com to \`GET /endpoints\`: the proxy localhost:${proxy.port} failed: its certificate is not signed by an authority that is trusted here (set NODE_EXTRA_CA_CERTS`,
    );
  });

  describe.each(Object.entries(broken).filter(([name]) => breaks.includes(name)))(
    'a proxy that %s',
    (_, [act, words]) => {
      test('is named with what to do, by the API, a notification and a forge', async () => {
        const proxy = closedLater(await brokenProxy(act));
        const proxied = { HTTPS_PROXY: `http://${user}@127.0.0.1:${proxy.port}` };
        const [folder, other] = [stage.workspace(), stage.workspace()];
        await stage.run(folder, ['plan', '--format', 'json=plan.json'], stage.variables([]));
        const [planned, applied, commented] = await Promise.all([
          stage.run(other, ['plan'], { ...stage.variables(['api']), ...proxied }),
          stage.run(folder, ['apply', '--yes'], { ...stage.variables(['chat']), ...proxied }),
          stage.run(other, ['comment', plan], { ...stage.variables(['forge']), ...proxied }),
        ]);
        const named = `the proxy 127.0.0.1:${proxy.port} failed`;
        expect(planned.exit).toBe(69);
        expect(said(planned).replace(/ in \d attempts/, '')).toContain(
          `error: no answer from https://api.example.com to \`GET /endpoints\`: ${named}`,
        );
        expect(applied.exit).toBe(0);
        expect(said(applied)).toContain(`warning: the notification to CHAT was not delivered: ${named}`);
        expect(commented.exit).toBe(0);
        expect(said(commented)).toContain(
          `warning: the plan was not posted in full: no response from https://forge.example.com to `,
        );
        for (const { stderr } of [planned, applied, commented]) expect(stderr).toMatch(words);
      });
    },
  );

  test('a proxy that nobody runs is named; NO_PROXY and this machine are called directly', async () => {
    const gone = await brokenProxy(() => undefined);
    await gone.close();
    const env = { HTTPS_PROXY: `http://${user}@127.0.0.1:${gone.port}` };
    const planned = await stage.run(stage.workspace(), ['plan'], { ...stage.variables(['api']), ...env });
    expect(said(planned)).toContain(
      `the proxy 127.0.0.1:${gone.port} failed: the connection was refused (check HTTPS_PROXY; NO_PROXY lists hosts to call directly)`,
    );
    const applied = await stage.run(stage.workspace(), ['apply', '--yes'], {
      ...stage.variables([]),
      ...env,
    });
    expect([said(applied), applied.exit]).toEqual([expect.not.stringContaining('warning'), 0]);
    const direct = await stage.run(stage.workspace(), ['plan'], {
      ...stage.variables(['api']),
      ...env,
      NO_PROXY: '.example.com',
    });
    expect(said(direct)).toMatch(
      /no answer from https:\/\/api\.example\.com to `GET \/endpoints`: (?!the proxy)/,
    );
  });

  test('a proxy that is not a URL is refused by the name of its variable', async () => {
    const env = { ...stage.variables(['api']), https_proxy: `socks5://${user}@127.0.0.1:1080` };
    const planned = await stage.run(stage.workspace(), ['plan'], env);
    expect(planned.exit).toBe(64);
    expect(said(planned)).toContain('error: https_proxy is not the URL of an HTTP proxy');
  });
}
