/** How the shipped executable ends when it is interrupted twice, and when nobody can take what it says. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import { endpoint, json, service } from '../remote/api/service.ts';
import { makeFolder, type Folder } from '../pipeline/workspace-folder.ts';

const executable = path.join(import.meta.dirname, '../../bin/edgewright.js');
const closing: (() => Promise<unknown>)[] = [];
let folder: Folder;
const aWhile = { timeout: 60_000 };

beforeEach(async () => {
  folder = makeFolder({});
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', 'ids: { https-edge/main: edghts_1 }\n');
  folder.write('resources/a.yaml', 'kind: endpoint\nname: a\nspec: { url: https://a.example.com }\n');
  folder.write(
    'resources/r.yaml',
    'kind: https-route\nname: r\nspec: { edge_id: https-edge/main, match_type: exact_path, match: /r }\n',
  );
  await folder.run(['ledger', 'init', '--ledger', 'file']);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  folder.remove();
});

function start(url: string, stdout: 'pipe' | number, words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [executable, ...words, '--ledger', 'file'], {
    cwd: folder.root,
    env: { PATH: '/usr/bin:/bin', HOME: folder.root, EDGEWRIGHT_API_URL: url },
    stdio: ['ignore', stdout, 'pipe'],
  });
}

function textOf(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

const ledger = (): LedgerState =>
  JSON.parse(folder.read('.edgewright/production/ledger.json')) as LedgerState;

test('two signals lose nothing: what was sent is recorded as unknown, and said', async () => {
  let isSent = (): void => undefined;
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  const { url, close } = await service(({ method, url: asked, body }, response) => {
    if (method === 'GET') {
      json(response, 200, asked === '/endpoints' ? { endpoints: [] } : { tls_edges: [] });
      return;
    }
    if (asked === '/endpoints') {
      json(response, 201, endpoint('ep_1', JSON.parse(body) as object));
      return;
    }
    // The create of the route is never answered.
    isSent();
  });
  closing.push(close);
  const child = start(url, 'pipe', ['apply', '--yes']);
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  await sent;
  child.kill('SIGINT');
  await expect.poll(stderr, aWhile).toMatch(/^Stopping: /m);
  await expect.poll(stdout, aWhile).toMatch(/^created +endpoint\/a +ep_1/m);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(130);
  expect(stdout()).toMatch(/^unknown +https-route\/r/m);
  expect(Object.keys(ledger().resources)).toEqual(['endpoint/a']);
  expect(ledger().unknown?.['https-route/r']).toMatchObject({
    edge_id: 'edghts_1',
    identity: { match: '/r' },
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'a full standard output ends in 74, and nothing is abandoned',
  async () => {
    let count = 0;
    const { url, close } = await service(({ method, url: asked, body }, response) => {
      if (method === 'GET') {
        json(response, 200, asked === '/endpoints' ? { endpoints: [] } : { tls_edges: [] });
        return;
      }
      count++;
      const made =
        asked === '/endpoints'
          ? endpoint('ep_1', JSON.parse(body) as object)
          : { ...(JSON.parse(body) as object), id: 'edghtsrt_1', edge_id: 'edghts_1' };
      return setTimeout(() => json(response, 201, made), 50);
    });
    closing.push(close);
    const full = openSync('/dev/full', 'w');
    try {
      const child = start(url, full, ['apply', '--yes']);
      const stderr = textOf(child.stderr);
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(74);
      expect(stderr()).toContain('error: standard output cannot be written: the disk is full');
      expect(count).toBe(2);
      expect(Object.keys(ledger().resources).sort()).toEqual(['endpoint/a', 'https-route/r']);
    } finally {
      closeSync(full);
    }
  },
);
