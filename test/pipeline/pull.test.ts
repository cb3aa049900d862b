import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindNames } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { startServer } from '../../src/server/start-server.ts';
import { arbitrarySpec } from '../arbitraries/spec.ts';
import { rawVocabulary } from './raw-vocabulary.ts';
import { reporting } from './round-trip.ts';
import { makeFolder, type Folder } from './workspace-folder.ts';

interface Made {
  readonly kind: KindName;
  readonly spec: JsonObject;
}

/** Texts that mean something to YAML, or to our own expressions, when they are written down. */
const awkward = fc.constantFrom(
  'costs $(5) and $$(6)',
  '$(secret:NOT_OURS)',
  '- a: b # c',
  'yes',
  '0x10',
  ' spaces ',
  'two\nlines\n',
  '',
);

const liveObject: Arbitrary<Made> = fc.constantFrom(...kindNames).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    spec: fc
      .tuple(arbitrarySpec(kind, rawVocabulary), fc.option(awkward, { nil: undefined }))
      .map(([spec, description]) => ({
        ...withTokens(spec),
        ...(description === undefined ? {} : { description }),
      })),
  }),
);

/** Secrets as they are in live: texts, in headers too, that look like what they are. */
function withTokens(spec: JsonObject): JsonObject {
  const text = JSON.stringify(spec).replaceAll(/\$\(secret:(\w+)\)/g, '$1-4eC39HqLyjWDarjtT1zdp7dc');
  return JSON.parse(text) as JsonObject;
}

/** No two serve the same: the service would not have let them be made. */
const liveObjects = fc
  .array(liveObject, { minLength: 1, maxLength: 4 })
  .map((objects) => objects.map((made, index) => ({ ...made, spec: { ...made.spec, ...own(made, index) } })));

function own({ kind, spec }: Made, index: number): JsonObject {
  switch (kind) {
    case 'endpoint':
      return { url: (spec['url'] as string).replace('://', `://o${index}.`) };
    case 'https-route':
      return { match: `/o${index}` };
    case 'tls-edge':
      return { hostports: (spec['hostports'] as readonly string[]).map((each) => `o${index}.${each}`) };
  }
}

describe.each(['clear', 'masked'] as const)('pull from a service that answers secrets %s', (secrets) => {
  test('the next plan only adopts, without a request, and the one after it is empty', async () => {
    const server = await startServer({ store: 'memory', secrets });
    await fc.assert(
      fc.asyncProperty(liveObjects, async (objects) => {
        for (const kind of kindNames)
          for (const { id } of server.outside.objects(kind)) await server.outside.remove(kind, id);
        const routes: string[] = [];
        for (const { kind, spec } of objects) {
          const id = await server.outside.add(kind, spec);
          if (kind === 'https-route') routes.push(`${spec['edge_id'] as string}/${id}`);
        }
        const folder = emptyWorkspace(server.url);
        try {
          await pullAll(folder, routes);
          const before = server.requests().length;
          await expectAdopted(folder, objects.length);
          const methods = server
            .requests()
            .slice(before)
            .map(({ method }) => method);
          expect(methods.filter((method) => method !== 'GET')).toEqual([]);
        } finally {
          folder.remove();
        }
      }),
      { numRuns: 60, ...reporting },
    );
    await server.close();
  });
});

function emptyWorkspace(url: string): Folder {
  const folder = makeFolder({ EDGEWRIGHT_API_URL: url, EDGEWRIGHT_API_TOKEN: 'token' });
  folder.write('environments/production.yaml', '# names\nids: { backend/one: bkdhr_outside1 }\n');
  folder.write('edgewright.yaml', settings([]));
  folder.write('private/.keep', '');
  return folder;
}

function settings(secrets: readonly string[]): string {
  return `version: 1\nledger: { store: file, lineage: pulled }\nsecrets: [${secrets.join(', ')}]\n`;
}

/** Does what the summary of `pull` says: the names of secrets go into edgewright.yaml. */
async function pullAll(folder: Folder, routes: readonly string[]): Promise<void> {
  expect(await folder.run(['ledger', 'init'])).toMatchObject({ exit: 0, stderr: '' });
  const names: string[] = [];
  for (const objects of [[], ...(routes.length === 0 ? [] : [routes])]) {
    const pulled = await folder.run(['pull', ...objects, '--secrets-dir', 'private']);
    expect(pulled).toMatchObject({ exit: 0, stderr: '' });
    expect(pulled.stdout).not.toContain('OUTSIDE_');
    for (const [, file = ''] of pulled.stdout.matchAll(/^wrote (.*)$/gm))
      expect(folder.read(file)).not.toContain('OUTSIDE_');
    names.push(...(/^add these names .*: (.*)$/m.exec(pulled.stdout)?.[1]?.split(', ') ?? []));
    folder.write('edgewright.yaml', settings(names));
  }
}

interface PlanDocument {
  readonly plans: readonly [{ readonly steps: readonly PlannedStep[] }];
}

interface PlannedStep {
  readonly action: string;
  readonly requests: readonly unknown[];
  readonly changes: readonly unknown[];
}

async function expectAdopted(folder: Folder, count: number): Promise<void> {
  const flags = ['--secrets-dir', 'private'];
  const lint = await folder.run(['lint', '--format', 'compact']);
  const first = await folder.run(['plan', ...flags, '--format', 'json']);
  expect(first, lint.stdout + first.stderr).toMatchObject({ exit: 0 });
  const [{ steps }] = (JSON.parse(first.stdout) as PlanDocument).plans;
  expect(steps.map(({ action }) => action)).toEqual(Array.from({ length: count }, () => 'adopt'));
  expect(steps.flatMap(({ requests }) => requests)).toEqual([]);
  expect(steps.flatMap(({ changes }) => changes)).toEqual([]);
  expect(await folder.run(['apply', '--yes', ...flags])).toMatchObject({ exit: 0 });
  const second = await folder.run(['plan', ...flags, '--detailed-exitcode']);
  expect(second.exit, second.stdout).toBe(0);
}
