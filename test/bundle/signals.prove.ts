/** Signals, a reader that has gone, and a process that is stopped while another one takes over. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import { endpoint, json, service } from '../remote/api/service.ts';
import { makeFolder, type Folder } from '../pipeline/workspace-folder.ts';
import { executable } from './shipped.ts';

const closing: (() => unknown)[] = [];
let folder: Folder;

beforeEach(async () => {
  folder = makeFolder({});
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', 'ids: { https-edge/main: edghts_1 }\n');
  const names = ['a', 'b', 'c'];
  folder.write(
    'resources/all.yaml',
    names
      .map((name) => `kind: endpoint\nname: ${name}\nspec: { url: "https://${name}.example.com" }\n`)
      .join('---\n'),
  );
  await folder.run(['ledger', 'init', '--ledger', 'file']);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  folder.remove();
});

interface Account {
  readonly url: string;
  /** The URLs of the creates, in order. */
  readonly asked: readonly string[];
  /** Resolves when the first create has arrived. */
  readonly first: Promise<void>;
  /** Answers it. */
  readonly answer: () => void;
}

/** A service that answers the first create only when it is told to. */
async function account(): Promise<Account> {
  const asked: string[] = [];
  let arrived = (): void => undefined;
  const first = new Promise<void>((resolve) => (arrived = resolve));
  let answer = (): void => undefined;
  const made: ReturnType<typeof endpoint>[] = [];
  const { url, close } = await service(({ method, url: place, body }, response) => {
    if (method === 'GET') {
      const one = made.find(({ id }) => place === `/endpoints/${String(id)}`);
      json(response, 200, one ?? (place.startsWith('/endpoints') ? { endpoints: made } : { tls_edges: [] }));
      return;
    }
    const sent = JSON.parse(body) as { url: string; metadata: string };
    asked.push(sent.url);
    const one = endpoint(`ep_${asked.length}`, sent);
    made.push(one);
    const say = (): void => json(response, 201, one);
    if (asked.length > 1) say();
    else {
      answer = say;
      arrived();
    }
  });
  closing.push(close);
  return { url, asked, first, answer: () => answer() };
}

interface Running {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** An apply, one request after the other. */
function applying({ url }: Account): Running {
  const words = ['apply', '--yes', '--concurrency', '1', '--ledger', 'file'];
  const child = spawn(process.execPath, [executable, ...words], {
    cwd: folder.root,
    env: { PATH: '/usr/bin:/bin', HOME: folder.root, EDGEWRIGHT_API_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closing.push(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, said: () => text, ended };
}

const ledgerText = (): string => folder.read('.edgewright/production/ledger.json');
const ledger = (): LedgerState => JSON.parse(ledgerText()) as LedgerState;
const aWhile = { timeout: 60_000 };

const once143 = [
  ['SIGHUP', 143],
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const;

test.each(process.env['PROVE'] === undefined ? once143.slice(0, 1) : once143)(
  '%s once: what is in flight is finished, and nothing new starts',
  async (signal, code) => {
    const api = await account();
    const { child, said, ended } = applying(api);
    await api.first;
    child.kill(signal);
    // Only then: the response starts nothing new.
    await expect.poll(said, aWhile).toContain('Stopping: ');
    api.answer();
    expect(await ended).toBe(code);
    expect(said()).toContain('Stopping: requests in flight are finished');
    expect(api.asked).toHaveLength(1);
    expect(Object.keys(ledger().resources)).toEqual(['endpoint/a']);
    expect(ledger().unknown).toBeUndefined();
    expect(readdirSync(path.join(folder.root, '.edgewright/production'))).not.toContain('ledger.lock');
  },
);

test('a reader that goes away does not stop the run', async () => {
  const api = await account();
  const { child, ended } = applying(api);
  await api.first;
  child.stdout?.destroy();
  api.answer();
  expect(await ended).toBe(0);
  expect(Object.keys(ledger().resources)).toEqual(['endpoint/a', 'endpoint/b', 'endpoint/c']);
});

test('a run that was stopped, and whose lock was taken away, writes nothing when it goes on', async () => {
  const api = await account();
  const stopped = applying(api);
  await api.first;
  stopped.child.kill('SIGSTOP');
  const env = { EDGEWRIGHT_API_URL: api.url };
  const refused = await folder.run(['apply', '--yes', '--ledger', 'file'], env);
  expect(refused.exit).toBe(5);
  const [, id = ''] = /ledger unlock (\S+) --env production/.exec(refused.stderr) ?? [];
  const unlock = ['ledger', 'unlock', '--env', 'production', '--ledger', 'file', '--still-running'];
  const unlocked = await folder.run([...unlock, id], env);
  expect(unlocked.exit, unlocked.stderr).toBe(0);
  const taken = await folder.run(['apply', '--yes', '--ledger', 'file'], env);
  expect(taken.exit, taken.stdout).toBe(0);
  expect(Object.keys(ledger().resources)).toEqual(['endpoint/a', 'endpoint/b', 'endpoint/c']);
  const before = ledgerText();
  const files = readdirSync(path.join(folder.root, '.edgewright/production'), { recursive: true });
  stopped.child.kill('SIGCONT');
  api.answer();
  expect(await stopped.ended).toBe(5);
  expect(stopped.said()).toContain('the ledger lock was removed while this run held it');
  expect(stopped.said()).toContain('The lock of this run was taken away: another run may be in progress.');
  expect(stopped.said()).not.toContain('The ledger could not be written.');
  expect(ledgerText()).toBe(before);
  expect(readdirSync(path.join(folder.root, '.edgewright/production'), { recursive: true })).toEqual(files);
  // Each was created once: the second run found the first of them by its marker.
  expect([...api.asked].sort()).toEqual(['a', 'b', 'c'].map((name) => `https://${name}.example.com`));
});
