/** Ledgers in other systems: git over https and through a proxy, and PostgreSQL with TLS. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certify } from '../certify.ts';
import { gitHttpServer, type GitHttpServer } from '../ledger/git/git-http-server.ts';
import { testRemote, type TestRemote } from '../ledger/git/git-remote.ts';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { proxyServer, tlsFront, type Front, type ProxyServer } from './network.ts';
import { runProgram, serving, type Ended, type Program } from './program.ts';

const lineage = '1d0f4c7e-52a8-4f0b-8a55-0c6c2f1e9b33';

/** A workspace with one resource. */
function workspaceIn(folder: string, ledger: string): void {
  for (const name of ['environments', 'resources']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(
    path.join(folder, 'edgewright.yaml'),
    `version: 1\nledger: { ${ledger}, lineage: ${lineage} }\n`,
  );
  writeFileSync(path.join(folder, 'environments/production.yaml'), 'vars: {}\n');
  const resource = 'kind: endpoint\nname: a\nspec: { url: https://a.example.com }\n';
  writeFileSync(path.join(folder, 'resources/a.yaml'), resource);
}

const calling = (url: string): Readonly<Record<string, string>> => ({
  EDGEWRIGHT_API_URL: url,
  EDGEWRIGHT_API_TOKEN: 'a-token',
});

const text = ({ stdout, stderr }: Ended): string => stdout + stderr;

export function gitJourneys(open: () => Program): void {
  let remote: TestRemote;
  let server: GitHttpServer;
  let front: Front;
  let proxy: ProxyServer;
  let api: Awaited<ReturnType<typeof serving>>;
  beforeAll(async () => {
    remote = testRemote();
    server = await gitHttpServer(remote);
    certify(remote.home, { names: 'DNS:git.example.com' });
    front = await tlsFront(remote.home, new URL(server.url).origin);
    api = await serving(open(), remote.home, 'a-token');
    proxy = await proxyServer({
      hosts: new Map([['git.example.com:443', front.port]]),
      credentials: 'user:pa55word',
    });
    remote.git(['remote', 'set-url', 'origin', 'https://git.example.com/remote.git'], 'work');
    workspaceIn(remote.work, 'store: git');
  });
  afterAll(async () => {
    await Promise.all([server, front, proxy, api].map(({ close }) => close()));
    remote.close();
  });
  const run = (
    args: readonly string[],
    more: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Ended> =>
    runProgram(open(), remote.work, args, {
      ...remote.env,
      ...calling(api.url),
      HTTPS_PROXY: `http://user:pa55word@127.0.0.1:${proxy.port}`,
      GIT_SSL_CAINFO: path.join(remote.home, 'root.crt'),
      ...more,
    });

  test('a ledger is begun, written and read over https through a proxy', async () => {
    const begun = await run(['ledger', 'init']);
    expect([text(begun), begun.exit]).toEqual([expect.any(String), 0]);
    const applied = await run(['apply', '--yes']);
    expect([text(applied), applied.exit]).toEqual([expect.stringContaining('Applied: 1 created'), 0]);
    const listed = await run(['ledger', 'list']);
    expect(listed.stdout).toContain('endpoint/a');
    expect(remote.git(['branch', '--list'])).toContain('edgewright-ledger');
    expect(proxy.seen).toContain('CONNECT git.example.com:443 user:pa55word');
  });

  test.each<[string, Readonly<Record<string, string | undefined>>, RegExp]>([
    ['an unknown authority', { GIT_SSL_CAINFO: undefined }, /certificate/],
    [
      'a proxy that nobody runs',
      { HTTPS_PROXY: 'http://user:pa55word@127.0.0.1:1' },
      /127\.0\.0\.1 port 1\b/,
    ],
    ['no proxy', { HTTPS_PROXY: '' }, /git\.example\.com/],
  ])('%s is named in the words of git, without a password', async (_, more, words) => {
    const { exit, ...texts } = await run(['ledger', 'list'], more);
    expect([exit, text({ exit, ...texts })]).toEqual([69, expect.stringMatching(words)]);
    expect(text({ exit, ...texts })).not.toContain('pa55word');
  });

  test('a push that the remote refuses, and a machine without git, are said', async () => {
    writeFileSync(
      path.join(remote.work, 'resources/b.yaml'),
      'kind: endpoint\nname: b\nspec: { url: https://b.example.com }\n',
    );
    remote.hook('pre-receive', 'echo "branch is protected"', 'exit 1');
    const refused = await run(['apply', '--yes']);
    expect([refused.exit, text(refused)]).toEqual([
      expect.any(Number),
      expect.stringContaining('branch is protected'),
    ]);
    expect(refused.exit).not.toBe(0);
    const missing = await run(['ledger', 'list'], { PATH: remote.home });
    expect([missing.exit, text(missing)]).toEqual([
      expect.any(Number),
      expect.stringMatching(/git.*(?:not found|not installed|cannot be (?:run|started))/i),
    ]);
  });
}

export function postgresJourneys(open: () => Program): void {
  describe.skipIf(postgresPrograms === undefined)(`a server${skipped}`, () => {
    let server: PostgresServer;
    let folder: string;
    let api: Awaited<ReturnType<typeof serving>>;
    beforeAll(async () => {
      server = await startPostgres(['fsync = off']);
      folder = path.join(server.folder, 'workspace');
      workspaceIn(folder, 'store: postgres');
      api = await serving(open(), folder, 'a-token');
    });
    afterAll(async () => {
      await api.close();
      await server.remove();
    });
    const run = (
      args: readonly string[],
      more: string,
      env: Readonly<Record<string, string>> = {},
    ): Promise<Ended> =>
      runProgram(open(), folder, args, {
        ...calling(api.url),
        EDGEWRIGHT_POSTGRES_URL: server.url({ more }),
        ...env,
      });
    const root = (): string => path.join(server.folder, 'root.crt');

    test('a ledger is begun, written and read, with TLS by both ways to trust its authority and without', async () => {
      const begun = await run(['ledger', 'init'], '?sslmode=verify-full', { NODE_EXTRA_CA_CERTS: root() });
      expect([text(begun), begun.exit]).toEqual([expect.any(String), 0]);
      const applied = await run(['apply', '--yes'], `?sslmode=verify-full&sslrootcert=${root()}`);
      expect([text(applied), applied.exit]).toEqual([expect.stringContaining('Applied: 1 created'), 0]);
      const listed = await run(['ledger', 'list'], '?sslmode=disable');
      expect(listed.stdout).toContain('endpoint/a');
    });

    test('an unknown authority and a wrong password are said without the password', async () => {
      const untrusted = await run(['ledger', 'list'], '?sslmode=verify-full');
      expect([untrusted.exit, text(untrusted)]).toEqual([
        69,
        expect.stringContaining('the certificate is not trusted'),
      ]);
      const url = server.url({ password: 'hunter2-hunter2' });
      const refused = await run(['ledger', 'list'], '', { EDGEWRIGHT_POSTGRES_URL: url });
      expect([refused.exit, text(refused)]).toEqual([
        77,
        expect.stringContaining('the user or the password was refused'),
      ]);
      expect(text(refused)).not.toContain('hunter2');
    });
  });
}
