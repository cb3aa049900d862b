/** A ledger that has one object under two addresses, as one that was put together by hand may have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerText, parseLedger } from '../../../src/ledger/ledger-text.ts';
import { startServer, type RunningServer } from '../../../src/server/start-server.ts';
import { makeFolder, type Folder, type Said } from '../../pipeline/workspace-folder.ts';

let server: RunningServer;
let folder: Folder;
const file = '.edgewright/production/ledger.json';
const inProduction = ['--env', 'production'];
const run = (...words: readonly string[]): Promise<Said> => folder.run([...words, ...inProduction]);
beforeAll(async () => {
  server = await startServer({ store: 'memory' });
  folder = makeFolder({ EDGEWRIGHT_API_URL: server.url });
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }\n',
  );
  folder.write('environments/production.yaml', '{}\n');
  for (const name of ['a', 'b'])
    folder.write(
      `resources/${name}.yaml`,
      `kind: endpoint\nname: ${name}\nspec: { url: https://${name}.example.com }\n`,
    );
  await run('ledger', 'init');
  const applied = await run('apply', '--yes');
  expect(applied.exit, applied.stderr).toBe(0);
  const parsed = parseLedger(folder.read(file));
  if (!('state' in parsed)) throw new Error(parsed.problem);
  const { resources } = parsed.state;
  const [a, b] = [resources['endpoint/a'], resources['endpoint/b']];
  if (a === undefined || b === undefined) throw new Error('they were not applied');
  const wrong = { ...parsed.state, resources: { ...resources, 'endpoint/b': { ...b, id: a.id } } };
  folder.write(file, ledgerText(wrong));
  folder.write('resources/b.yaml', '---\n');
});
afterAll(async () => {
  folder.remove();
  await server.close();
});

test('nothing is applied until the commands that the refusal prints have removed one of them', async () => {
  for (const words of [['plan'], ['apply', '--yes', '--allow-deletes', '1'], ['drift']]) {
    const { exit, stderr } = await run(...words);
    expect(exit, stderr).toBe(5);
    expect(stderr).toMatch(/^error: the ledger has the id ep_\w+ under `endpoint\/a` and `endpoint\/b`, but/);
    expect(stderr).toContain('`edgewright ledger forget endpoint/a --env production`');
    expect(stderr).toContain('`edgewright ledger forget endpoint/b --env production`');
  }
  expect((await run('ledger', 'verify')).stdout).toContain('under `endpoint/a` and `endpoint/b`, but');
  const forgotten = await run('ledger', 'forget', 'endpoint/b');
  expect(forgotten.exit, forgotten.stderr).toBe(0);
  expect(forgotten.stdout).toMatch(/^`endpoint\/b` is forgotten: ep_\w+ stays managed as `endpoint\/a`\n$/);
  const { exit, stdout } = await run('plan');
  expect([exit, stdout]).toEqual([0, expect.stringContaining('0 to delete; 1 unchanged')]);
  expect((await run('ledger', 'verify')).stdout).not.toContain('under `endpoint/a`');
});
