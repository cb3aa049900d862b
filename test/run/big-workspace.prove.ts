/*
 * The commands that compile say of a big workspace, whose files are released as they are checked, what they say of a
 * small one with the same resources.
 */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { fewestFiles } from '../../src/workspace/documents/read-and-release.ts';
import { makeFolder, type Folder } from '../pipeline/workspace-folder.ts';

const bookshop = path.join(import.meta.dirname, '../../examples/bookshop');
let server: RunningServer;
let small: Folder;
let big: Folder;

beforeAll(async () => {
  server = await startServer({ store: 'memory' });
  small = makeFolder({ EDGEWRIGHT_API_URL: server.url });
  big = makeFolder({ EDGEWRIGHT_API_URL: server.url });
  for (const one of [small, big]) {
    cpSync(bookshop, one.root, { recursive: true });
    await one.run(['ledger', 'init', '--env', 'production']);
  }
  for (let index = 0; index < fewestFiles; index++)
    big.write(`resources/more/${index}.yaml`, '# to be written\n');
});
afterAll(async () => {
  await server.close();
  for (const one of [small, big]) one.remove();
});

test.each([
  ['compile', '--format', 'json'],
  ['compile', '--origins', '--format', 'json'],
  ['plan', '--format', 'json'],
  ['plan', '--all'],
  ['graph'],
  ['trace', 'https-edge/shop/checkout', '--desired'],
])('%s %s', async (...words) => {
  const [few, many] = await Promise.all(
    [small, big].map((one) => one.run([...words, '--env', 'production'])),
  );
  expect(few?.stdout, few?.stderr).not.toBe('');
  const said = (one: typeof few): unknown => [one?.exit, one?.stdout, one?.stderr];
  expect(said(many)).toEqual(said(few));
});

test('a mistake is reported at its place', async () => {
  const mistake = 'kind: endpoint\nname: one\nspec: { url: https://one.example.com }\n';
  for (const one of [small, big]) one.write('resources/mistake.yaml', mistake);
  const [few, many] = await Promise.all([small, big].map((one) => one.run(['plan', '--env', 'production'])));
  expect(few?.stderr).toContain('resources/mistake.yaml:2:7');
  expect(many?.exit).toBe(few?.exit);
  expect(many?.stderr.replace(/in \d+ files/, '')).toBe(few?.stderr.replace(/in \d+ files/, ''));
});

test('a route that takes the path of another environment is refused', async () => {
  const said = await Promise.all(
    [0, fewestFiles].map(async (more) => {
      const folder = makeFolder({ EDGEWRIGHT_API_URL: server.url });
      folder.write(
        'edgewright.yaml',
        'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000002 }\n',
      );
      for (let index = 0; index < more; index++)
        folder.write(`resources/more/${index}.yaml`, '# to be written\n');
      for (const name of ['rival', 'owner']) {
        folder.write(
          `environments/${name}.yaml`,
          `ids: { https-edge/${name}: edghts_shared, backend/pay: bkdhr_pay }\n`,
        );
        folder.write(
          `resources/${name}.yaml`,
          `kind: https-route
name: ${name}
environments: [${name}]
spec: { edge_id: https-edge/${name}, match_type: path_prefix, match: /pay, backend: { backend_id: backend/pay } }
`,
        );
        await folder.run(['ledger', 'init', '--env', name]);
      }
      const { exit, stdout } = await folder.run(['plan', '--env', 'rival', '--format', 'json']);
      folder.remove();
      return { exit, stdout };
    }),
  );
  expect(said[0]?.exit, said[0]?.stdout).toBe(6);
  expect(said[0]?.stdout).toContain('https-route/owner');
  expect(said[1]).toEqual(said[0]);
});
