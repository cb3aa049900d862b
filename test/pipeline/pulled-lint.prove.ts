import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretEchoes } from '../../src/server/objects/secret-echo.ts';
import { startServer } from '../../src/server/start-server.ts';
import { oddAccounts, makeAccount, named } from './account.ts';
import { reporting } from './round-trip.ts';
import { makeFolder, type Folder } from './workspace-folder.ts';

/*
 * A random account, for each form in which services return secrets, pulled into a workspace with two environments: lint
 * finds no error in either, both compile, no value of one is in the other, and the next plan only adopts.
 */
test.each(secretEchoes)(
  'pulled files lint, compile and equal the live objects if secrets are returned %s',
  async (secrets) => {
    const server = await startServer({ store: 'memory', secrets });
    await fc.assert(
      fc.asyncProperty(oddAccounts, async (objects) => {
        const routes = await makeAccount(server, objects);
        const folder = twoEnvironments(server.url);
        try {
          const before = await folder.run(['compile', '--env', 'staging']);
          await pullAll(folder, routes);
          for (const environment of ['production', 'staging']) {
            const linted = await folder.run(['lint', '--env', environment, '--format', 'compact']);
            expect(linted, linted.stdout + linted.stderr).toMatchObject({ exit: 0 });
            const compiled = await folder.run(['compile', '--env', environment]);
            expect(compiled, compiled.stderr).toMatchObject({ exit: 0 });
          }
          expect(await folder.run(['compile', '--env', 'staging'])).toEqual(before);
          expect(folder.read('environments/staging.yaml')).toBe(staging);
          const plan = await folder.run(['plan', ...flags, '--format', 'json']);
          const { plans } = JSON.parse(plan.stdout) as PlanDocument;
          const steps = plans.flatMap((each) => each.steps);
          expect(steps.flatMap(({ requests, changes }) => [...requests, ...changes])).toEqual([]);
          expect(steps.filter(({ action }) => action !== 'adopt')).toEqual([]);
          expect(await folder.run(['apply', '--yes', ...flags])).toMatchObject({ exit: 0 });
          const again = await folder.run(['plan', '--detailed-exitcode', ...flags]);
          expect(again, again.stdout).toMatchObject({ exit: 0 });
          for (const text of resourceTexts(folder)) expect(text).not.toMatch(opaqueId);
        } finally {
          folder.remove();
        }
      }),
      { numRuns: 12, ...reporting },
    );
    await server.close();
  },
  900_000,
);

const flags = ['--env', 'production', '--secrets-dir', 'private'];

interface PlanDocument {
  readonly plans: readonly {
    readonly steps: readonly {
      readonly action: string;
      readonly requests: readonly unknown[];
      readonly changes: readonly unknown[];
    }[];
  }[];
}

const staging = '# nothing of production\nids: { backend/one: bkdhr_staging1 }\n';

/** An id of an object that this API cannot create; a pulled file must refer to it by name. */
const opaqueId = /\b(?:edghts|bkdhr|ipp|ca)_outside\d?\b/;

function twoEnvironments(url: string): Folder {
  const folder = makeFolder({ EDGEWRIGHT_API_URL: url, EDGEWRIGHT_API_TOKEN: 'token' });
  folder.write('environments/production.yaml', 'ids: { backend/one: bkdhr_outside1 }\n');
  folder.write('environments/staging.yaml', staging);
  folder.write('private/.keep', '');
  folder.write('edgewright.yaml', 'version: 1\nledger: { store: file, lineage: pulled }\nsecrets: []\n');
  folder.write(
    'resources/shared.yaml',
    'kind: endpoint\nname: shared\nenvironments: [staging]\nspec: { url: "https://shared.example.net" }\n',
  );
  return folder;
}

async function pullAll(folder: Folder, routes: readonly string[]): Promise<void> {
  expect(await folder.run(['ledger', 'init', '--env', 'production'])).toMatchObject({ exit: 0, stderr: '' });
  // The first pull takes all listed objects, the second one the named routes only.
  for (const objects of [[], ...(routes.length === 0 ? [] : [named(routes)])]) {
    const pulled = await folder.run(['pull', ...objects, ...flags]);
    expect(pulled.stderr).toBe('');
    if (pulled.exit !== 0) expect(pulled.stdout).toMatch(/not pulled, since its file would be wrong: /);
  }
}

function resourceTexts({ root, read }: Folder): readonly string[] {
  const names = readdirSync(path.join(root, 'resources'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.yaml')).map((name) => read(`resources/${name}`));
}
