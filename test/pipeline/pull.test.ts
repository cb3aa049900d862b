import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindNames } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { arbitrarySpec, mutateSpec } from '../arbitraries/spec.ts';
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
  '$(file:/etc/passwd)',
  '$$$(domain)',
  '- a: b # c',
  'yes',
  '012',
  '0x10',
  '12:30',
  'null',
  '~',
  ': ',
  '#',
  '&a *b !c %d @e',
  ' spaces ',
  'trailing ',
  'two\nlines\n',
  '\n\nblank lines\n\n\n',
  '  indented\nlines',
  'tab\tand\r\nline ends',
  'größe 👍 日本語 \u202e\u0000\u0085\u2028\ufeff',
  `::error::a${'b'.repeat(200)}`,
  '---\na: 1\n...',
  '',
);

const awkwardPolicy = fc.constantFrom(
  '# who may read\non_http_request:\n  - actions:\n      - type: deny # all of it\n',
  '{"on_http_request":[{"actions":[{"type":"deny","config":{"a":"$(b)","c":"${d}","e":"yes"}}]}]}',
  'on_http_request: [{actions: [{type: log, config: {token: ghp_0123456789abcdefghij}}]}] # ghp_0123456789abcdefghij\n',
  ' ',
  'on_http_request:\r\n  - actions: [{type: deny}]\r\n',
  `on_http_request: [{name: "${'long '.repeat(300)}", actions: [{type: deny}]}]`,
);

const oddHeaders = fc.constantFrom<JsonObject>(
  { 'X-ODD-Case': 'yes', 'x-Empty': '' },
  { 'X-Token': 'abcdefgh12345678' },
  {
    authorization: 'Basic dXNlcjpwYXNzd29yZA==',
    'x-api-key': 'abcdefgh12345678',
    'x-a': 'see abcdefgh12345678',
  },
  { 'x-a_b': 'ghp_0123456789abcdefghij', 'x-a-b': 'ghp_another89abcdefghij0' },
);

const liveObject: Arbitrary<Made> = fc.constantFrom(...kindNames).chain((kind) =>
  fc
    .record({
      spec: arbitrarySpec(kind, rawVocabulary),
      description: fc.option(awkward, { nil: undefined }),
      metadata: fc.option(awkward, { nil: undefined }),
      policy: fc.option(awkwardPolicy, { nil: undefined }),
      headers: fc.option(oddHeaders, { nil: undefined }),
    })
    .map(({ spec, description, metadata, policy, headers }) => ({
      kind,
      spec: {
        ...withTokens(spec),
        ...(description === undefined ? {} : { description }),
        ...(metadata === undefined ? {} : { metadata }),
        ...(policy === undefined ? {} : { traffic_policy: kind === 'endpoint' ? policy : { value: policy } }),
        ...(headers === undefined || kind !== 'https-route'
          ? {}
          : { request_headers: { add: headers, remove: [] } }),
      },
    })),
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

/** Every text that is a secret in what is made above. */
const secretTexts = [
  '4eC39HqLyjWDarjtT1zdp7dc',
  'ghp_0123456789abcdefghij',
  'ghp_another89abcdefghij0',
  'abcdefgh12345678',
  'dXNlcjpwYXNzd29yZA==',
];

describe.each(['clear', 'masked'] as const)('pull from a service that answers secrets %s', (secrets) => {
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
      { numRuns: 100, ...reporting },
    );
    await server.close();
  }, 900_000);
});

test('the same account gives the same files, and none is touched when it is pulled again', async () => {
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
    { numRuns: 20, ...reporting },
  );
  await server.close();
}, 600_000);

test('what is changed outside afterwards is pulled, too, and the plan is empty again', async () => {
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
        // A secret of another value is for a person to bring.
        if (pulled.exit === 6) expect(pulled.stdout).toContain('is a secret and cannot be taken');
        else await expectNothing(folder);
      } finally {
        folder.remove();
      }
    }),
    { numRuns: 60, ...reporting },
  );
  await server.close();
}, 600_000);

/** What the objects are, in place of what was there; gives the routes. */
async function makeAccount(server: RunningServer, objects: readonly Made[]): Promise<readonly string[]> {
  for (const kind of kindNames)
    for (const { id } of server.outside.objects(kind)) await server.outside.remove(kind, id);
  const routes: string[] = [];
  for (const { kind, spec } of objects) {
    const id = await server.outside.add(kind, spec);
    if (kind === 'https-route') routes.push(`${spec['edge_id'] as string}/${id}`);
  }
  return routes;
}

function emptyWorkspace(url: string): Folder {
  const folder = makeFolder({ EDGEWRIGHT_API_URL: url, EDGEWRIGHT_API_TOKEN: 'token' });
  folder.write('environments/production.yaml', '# names\nids: { backend/one: bkdhr_outside1 }\n');
  folder.write(
    'edgewright.yaml',
    'version: 1 # ours\nledger: { store: file, lineage: pulled }\nsecrets: [] # none yet\n',
  );
  return folder;
}

async function pullAll(folder: Folder, routes: readonly string[]): Promise<void> {
  expect(await folder.run(['ledger', 'init'])).toMatchObject({ exit: 0, stderr: '' });
  // Whatever is named is all that is pulled.
  for (const objects of [[], ...(routes.length === 0 ? [] : [named(routes)])]) {
    const pulled = await folder.run(['pull', ...objects, '--secrets-dir', 'private']);
    expect(pulled, pulled.stderr).toMatchObject({ exit: 0, stderr: '' });
    for (const secret of secretTexts) expect(pulled.stdout).not.toContain(secret);
  }
}

function named(routes: readonly string[]): readonly string[] {
  return routes.flatMap((route) => ['--route', route]);
}

/** All files but the secrets, the ledger and its times. */
function filesOf({ root }: Folder): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('private') && !name.startsWith('.edgewright'));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(path.join(root, name), 'utf8')]));
}

/** The files that have a secret in them, those of --secrets-dir apart. */
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

// Where no secret was found pull made no folder.
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
