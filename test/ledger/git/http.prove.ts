import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRun } from '../a-run.ts';
import { errorOf } from '../error-of.ts';
import { gitHttpServer, type GitHttpServer, type HttpRules } from './git-http-server.ts';
import { openLedgers, testRemote, type TestRemote } from './git-remote.ts';

let remote: TestRemote;
let server: GitHttpServer | undefined;
beforeEach(() => {
  remote = testRemote();
});
afterEach(async () => {
  await server?.close();
  remote.close();
});

const token = 'aHVudGVyMjpzZWNyZXQ=';
const header = `Authorization: Basic ${token}`;
const isWrong = (authorization: string): 401 | undefined =>
  authorization === `Basic ${token}` ? undefined : 401;

async function serve(rules: HttpRules, extraHeader?: string): Promise<void> {
  server = await gitHttpServer(remote, rules);
  remote.git(['remote', 'set-url', 'origin', server.url], 'work');
  // As the checkout action of GitHub leaves it.
  if (extraHeader !== undefined)
    remote.git(['config', `http.${server.url}.extraHeader`, extraHeader], 'work');
}

async function record(): Promise<void> {
  const lock = await openLedgers(remote).backend('production').lock(aRun);
  await lock.write([{ put: 'ledger.json', text: '1' }]);
  await lock.write([{ put: 'ledger.json', text: '2' }]);
  await lock.release();
}

const stored = (): string => remote.git(['show', 'edgewright-ledger:production/ledger.json']);

describe('a remote over HTTP', () => {
  it('is used with the credential of the checkout', async () => {
    await serve({ refuse: ({ authorization }) => isWrong(authorization) }, header);
    await record();
    await record();
    expect(stored()).toBe('2');
    expect(remote.git(['rev-list', '--count', 'edgewright-ledger'])).toBe('6\n');
  });

  it('without a credential is exit 77, and asks nobody', async () => {
    await serve({ refuse: ({ authorization }) => isWrong(authorization) });
    const { exitCode, message } = await errorOf(record());
    expect(exitCode).toBe(77);
    expect(message).toContain('rejected the credential of `git fetch`: could not read Username');
  });

  it('with a wrong credential is exit 77', async () => {
    await serve({ refuse: ({ authorization }) => isWrong(authorization) }, 'Authorization: Basic d3Jvbmc=');
    const { exitCode, message } = await errorOf(record());
    expect(exitCode).toBe(77);
    expect(message).not.toContain('d3Jvbmc=');
  });

  it('with a credential that may only read is exit 77, before anything is pushed', async () => {
    const refuse: HttpRules['refuse'] = ({ path, authorization }) =>
      isWrong(authorization) ?? (path.includes('receive-pack') ? 403 : undefined);
    await serve({ refuse }, header);
    const { exitCode, message, help } = await errorOf(record());
    expect(exitCode).toBe(77);
    expect(message).toContain('rejected the credential of `git push`');
    expect(message).toContain('403');
    expect(help).toContain('give it the right to push the branch `edgewright-ledger`');
    expect(`${message} ${help}`).not.toContain(token);
  });

  it('that cuts the connection after a push has what it has, once', async () => {
    let pushes = 0;
    await serve({ cut: (path) => path.endsWith('/git-receive-pack') && pushes++ % 2 === 0 }, header);
    await record();
    expect(stored()).toBe('2');
    expect(remote.git(['rev-list', '--count', 'edgewright-ledger'])).toBe('3\n');
  });

  it('that fails for a while is asked again', async () => {
    let failures = 3;
    await serve({
      refuse: ({ path }) => (path.includes('receive-pack') && failures-- > 0 ? 503 : undefined),
    });
    await record();
    expect(stored()).toBe('2');
  });
});
