/** An environment whose file is gone or renamed: its objects live on, so every command says so until one settles it. */
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '../../../src/server/start-server.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';

let folder: Folder;
let server: Awaited<ReturnType<typeof startServer>>;

beforeEach(async () => {
  server = await startServer({ store: 'memory' });
  folder = makeFolder({ EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_API_TOKEN: 'ewt_0000' });
  await folder.run(['init', '.', '--env', 'prod']);
  expect((await folder.run(['apply', '--yes'])).exit).toBe(0);
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

const moveFile = (from: string, to: string): void =>
  renameSync(
    path.join(folder.root, `environments/${from}.yaml`),
    path.join(folder.root, `environments/${to}.yaml`),
  );

test('what a ledger knows and files do not declare is an error everywhere', async () => {
  folder.write('environments/staging.yaml', 'vars: { domain: staging.example.com }\n');
  await folder.run(['ledger', 'init', '--env', 'staging']);
  rmSync(path.join(folder.root, 'environments/prod.yaml'));
  const text = 'the ledger of `prod` has 1 object, and `environments/prod.yaml` is gone';
  const commands = [
    ['lint'],
    ['plan'],
    ['drift'],
    ['apply', '--auto'],
    ['apply', '--yes'],
    ['doctor'],
    ['ledger', 'verify'],
    ['ledger', 'orphans'],
  ];
  for (const command of commands) {
    const said = await folder.run(command);
    expect(said.exit, command.join(' ')).toBe(command[0] === 'lint' ? 1 : 5);
    const printed = (said.stdout + said.stderr).replaceAll(/\s+/g, ' ');
    expect(printed, command.join(' ')).toContain(text);
    expect(printed).toContain('put the file back');
  }
  // What settles an emergency goes on.
  expect((await folder.run(['ledger', 'list'])).exit).toBe(0);
});

test('one command gives a renamed environment its ledger: nothing is created twice, and the markers stay ours', async () => {
  moveFile('prod', 'production');
  const refused = await folder.run(['plan']);
  expect(refused.stderr).toContain('`edgewright ledger rename-env prod production`');
  // An empty ledger, as the help of a first run makes one, is in nobody's way.
  await folder.run(['ledger', 'init', '--env', 'production']);
  expect((await folder.run(['plan'])).exit).toBe(5);
  const renamed = await folder.run(['ledger', 'rename-env', 'prod', 'production']);
  expect(renamed.stdout).toBe(
    '`production` has the ledger of `prod` now, with 1 object; rollback files stay behind\n',
  );
  const after = await folder.run(['plan', '--detailed-exitcode']);
  expect([after.exit, after.stderr]).toEqual([0, '']);
  folder.write('resources/hello.yaml', folder.read('resources/hello.yaml').replace('The first', 'A first'));
  folder.write(
    'resources/more.yaml',
    'kind: endpoint\nname: more\nspec: { url: https://more.example.com, bindings: [public] }\n',
  );
  const applied = await folder.run(['apply', '--yes', '--allow-exposure', 'endpoint/more']);
  expect(applied.stdout, applied.stderr).toContain('Applied: 1 created, 1 updated.');
  expect((await folder.run(['plan', '--detailed-exitcode'])).exit).toBe(0);
  expect((await folder.run(['doctor'])).stdout).not.toContain('fail');
  expect((await folder.run(['ledger', 'verify'])).exit).toBe(0);
  expect((await folder.run(['lint'])).exit).toBe(0);
  expect((await folder.run(['ledger', 'log'])).stdout).toContain('created    endpoint/hello');

  // The old name is not free, as objects carry it; the rename can be taken back.
  moveFile('production', 'prod');
  expect((await folder.run(['ledger', 'init', '--env', 'prod'])).stderr).toContain(
    'moved from here to the environment `production`',
  );
  expect((await folder.run(['ledger', 'rename-env', 'production', 'prod'])).exit).toBe(0);
  expect((await folder.run(['plan', '--detailed-exitcode'])).exit).toBe(0);
});

test('an environment that has a file, or a ledger with objects, is not replaced', async () => {
  folder.write('environments/staging.yaml', 'vars: { domain: staging.example.com }\n');
  await folder.run(['ledger', 'init', '--env', 'staging']);
  expect((await folder.run(['ledger', 'rename-env', 'prod', 'staging'])).stderr).toContain(
    '`prod` still has a file',
  );
  await folder.run(['apply', '--yes', '--env', 'staging']);
  rmSync(path.join(folder.root, 'environments/prod.yaml'));
  const refused = await folder.run(['ledger', 'rename-env', 'prod', 'staging']);
  expect(refused.exit).toBe(5);
  expect(refused.stderr).toContain('`staging` has a ledger with objects already');
  expect((await folder.run(['ledger', 'rename-env', 'dev', 'staging'])).stderr).toContain(
    '`dev` has no ledger',
  );
});
