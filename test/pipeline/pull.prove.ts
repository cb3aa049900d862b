import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../src/server/start-server.ts';
import { mutateSpec } from '../arbitraries/spec.ts';
import { liveObjects, makeAccount, named, withTokens, type Made } from './account.ts';
import { rawVocabulary } from './raw-vocabulary.ts';
import { reporting } from './round-trip.ts';
import { makeFolder, type Folder } from './workspace-folder.ts';
import { runs } from '../runs.ts';

/** Every secret string in the generated accounts. */
const secretTexts = [
  '4eC39HqLyjWDarjtT1zdp7dc',
  'ghp_0123456789abcdefghij',
  'ghp_another89abcdefghij0',
  'abcdefgh12345678',
  'dXNlcjpwYXNzd29yZA==',
];

describe.each(['clear', 'masked'] as const)('pull from a service that returns secrets %s', (secrets) => {
  test('the next plan only adopts, without a request, and the one after it is empty', async () => {
    const server = await startServer({ store: 'memory', secrets });
    await fc.assert(
      fc.asyncProperty(liveObjects, async (objects) => {
        const routes = await makeAccount(server, objects);
        const folder = emptyWorkspace(server.url);
        try {
          await pullAll(folder, routes);
          expect(secretsSeen(folder)).toEqual([]);
          const before = server.requests().length;
          await expectAdopted(folder, objects.length);
          const methods = server
            .requests()
            .slice(before)
            .map(({ method }) => method);
          expect(methods.filter((method) => method !== 'GET')).toEqual([]);
          expect(secretsSeen(folder)).toEqual([]);
        } finally {
          folder.remove();
        }
      }),
      { numRuns: runs(100), ...reporting },
    );
    await server.close();
  }, 900_000);
});

test('the same account gives the same files, and a second pull changes none', async () => {
  const server = await startServer({ store: 'memory' });
  await fc.assert(
    fc.asyncProperty(liveObjects, async (objects) => {
      const routes = await makeAccount(server, objects);
      const [folder, twin] = [emptyWorkspace(server.url), emptyWorkspace(server.url)];
      try {
        await pullAll(folder, routes);
        await pullAll(twin, routes);
        const files = filesOf(folder);
        expect(filesOf(twin)).toEqual(files);
        const again = await folder.run(['pull', ...named(routes), '--secrets-dir', 'private']);
        expect(again, again.stdout).toMatchObject({ exit: 0, stderr: '' });
        expect(filesOf(folder)).toEqual(files);
        expect(folder.read('edgewright.yaml')).toMatch(/^version: 1 # ours\n[^]* # none yet\n$/);
        expect(folder.read('environments/production.yaml')).toMatch(/^# names\nids: /);
      } finally {
        folder.remove();
        twin.remove();
      }
    }),
    { numRuns: runs(20), ...reporting },
  );
  await server.close();
}, 600_000);

test('a later outside change is pulled too, and the plan is empty again', async () => {
  const server = await startServer({ store: 'memory' });
  const changed = liveObjects.chain((objects) =>
    fc.nat(objects.length - 1).chain((index) => {
      const { kind, spec } = objects[index] as Made;
      return mutateSpec(kind, spec, rawVocabulary).map((mutation) => ({ objects, index, mutation }));
    }),
  );
  await fc.assert(
    fc.asyncProperty(changed, async ({ objects, index, mutation }) => {
      const routes = await makeAccount(server, objects);
      const folder = emptyWorkspace(server.url);
      try {
        await pullAll(folder, routes);
        await expectAdopted(folder, objects.length);
        const { kind } = objects[index] as Made;
        const { id } = server.outside.objects(kind)[
          objects.slice(0, index).filter((each) => each.kind === kind).length
        ] as { id: string };
        const value = withTokens(mutation.spec)[mutation.field] ?? null;
        await server.outside.change(kind, id, { [mutation.field]: value });
        const pulled = await folder.run(['pull', '--secrets-dir', 'private']);
        expect(pulled.stderr).toBe('');
        expect(secretsSeen(folder)).toEqual([]);
        // A changed secret cannot be pulled: a person must set its new value.
        if (pulled.exit === 6) expect(pulled.stdout).toContain('is a secret and cannot be taken');
        else await expectNothing(folder);
      } finally {
        folder.remove();
      }
    }),
    { numRuns: runs(60), ...reporting },
  );
  await server.close();
}, 600_000);

function emptyWorkspace(url: string): Folder {
  const folder = makeFolder({ EDGEWRIGHT_API_URL: url, EDGEWRIGHT_API_TOKEN: 'token' });
  folder.write('environments/production.yaml', '# names\nids: { backend/one: bkdhr_outside1 }\n');
  folder.write(
    'edgewright.yaml',
    'version: 1 # ours\nledger: { store: file, lineage: pulled }\npolicy: { dialect: none }\nsecrets: [] # none yet\n',
  );
  return folder;
}

async function pullAll(folder: Folder, routes: readonly string[]): Promise<void> {
  expect(await folder.run(['ledger', 'init'])).toMatchObject({ exit: 0, stderr: '' });
  // The first pull takes all listed objects, the second one the named routes only.
  for (const objects of [[], ...(routes.length === 0 ? [] : [named(routes)])]) {
    const pulled = await folder.run(['pull', ...objects, '--secrets-dir', 'private']);
    expect(pulled, pulled.stderr).toMatchObject({ exit: 0, stderr: '' });
    for (const secret of secretTexts) expect(pulled.stdout).not.toContain(secret);
  }
}

/** All files except secrets and the ledger. */
function filesOf({ root }: Folder): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('private') && !name.startsWith('.edgewright'));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(path.join(root, name), 'utf8')]));
}

/** The files that contain a secret, without those of --secrets-dir. */
function secretsSeen({ root }: Folder): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => !path.relative(root, name).startsWith('private'))
    .filter((name) => {
      const text = readFileSync(name, 'utf8');
      return secretTexts.some((secret) => text.includes(secret));
    });
}

interface PlanDocument {
  readonly plans: readonly [{ readonly steps: readonly PlannedStep[] }];
}

interface PlannedStep {
  readonly action: string;
  readonly requests: readonly unknown[];
  readonly changes: readonly unknown[];
}

// `pull` creates the folder only if it has found a secret.
const flags = ['--secrets-dir', 'private'];

async function expectAdopted(folder: Folder, count: number): Promise<void> {
  folder.write('private/.keep', '');
  const first = await folder.run(['plan', ...flags, '--format', 'json']);
  expect(first, first.stderr).toMatchObject({ exit: 0 });
  const [{ steps }] = (JSON.parse(first.stdout) as PlanDocument).plans;
  expect(steps.map(({ action }) => action)).toEqual(Array.from({ length: count }, () => 'adopt'));
  expect(steps.flatMap(({ requests }) => requests)).toEqual([]);
  expect(steps.flatMap(({ changes }) => changes)).toEqual([]);
  expect(await folder.run(['apply', '--yes', ...flags])).toMatchObject({ exit: 0 });
  await expectNothing(folder);
}

async function expectNothing(folder: Folder): Promise<void> {
  const plan = await folder.run(['plan', ...flags, '--detailed-exitcode']);
  expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
}
