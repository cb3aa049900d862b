/** A lock whose run is alive on this machine: the process of this test. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeHost } from '../../../src/run/session/node-host.ts';
import { thisProcess } from '../../../src/text/system/run-process.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';

let folder: Folder;
const lock = '.edgewright/production/ledger.lock';
const id = 'a1b2c3d4e5f6';
beforeAll(async () => {
  folder = makeFolder({});
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }\n',
  );
  folder.write('environments/production.yaml', '{}\n');
  await folder.run(['ledger', 'init', '--env', 'production']);
});
afterAll(() => folder.remove());

async function locked(more: object = {}): Promise<void> {
  const host = await nodeHost();
  const run = { id, at: '2026-06-01T11:59:00.000Z', verb: 'apply', host: host.host };
  const holder = { holder: '0'.repeat(32), ...(await thisProcess(host)), run, ...more };
  folder.write(lock, `${JSON.stringify(holder)}\n`);
}

test('is not taken away without the flag that names the danger', async () => {
  await locked();
  const before = folder.read(lock);
  const refused = await folder.run(['ledger', 'unlock', id, '--env', 'production']);
  expect(refused.exit).toBe(5);
  expect(refused.stderr).toContain('is still running on this machine: its lock stays');
  expect(refused.stderr).toContain(`\`edgewright ledger unlock ${id} --still-running --env production\``);
  expect(folder.read(lock)).toBe(before);
  const taken = await folder.run(['ledger', 'unlock', id, '--still-running', '--env', 'production']);
  expect(taken.stdout).toContain('The ledger of production is unlocked.');
});

test('is taken away from a process that is gone, and from one of another machine', async () => {
  for (const more of [{ started: 'another' }, { boot: 'another' }]) {
    await locked(more);
    const taken = await folder.run(['ledger', 'unlock', id, '--env', 'production']);
    expect(taken.stdout, taken.stderr).toContain('The ledger of production is unlocked.');
  }
});
