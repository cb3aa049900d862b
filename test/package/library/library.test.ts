/** The library as a program calls it, against the local API. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { Ajv } from 'ajv';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import lintSchema from '../../../schemas/lint.schema.json' with { type: 'json' };
import planSchema from '../../../schemas/plan.schema.json' with { type: 'json' };
import {
  compile,
  EdgewrightApiError,
  EdgewrightError,
  EdgewrightLintError,
  lint,
  loadWorkspace,
  plan,
} from '../../../src/package/library/library.ts';
import type { PlanOutput } from '../../../src/package/library/plan-json.gen.ts';
import type { LoadOptions } from '../../../src/package/library/library-options.ts';
import { startServer, type RunningServer } from '../../../src/server/start-server.ts';
import { shipped } from '../../bundle/shipped.ts';

const token = 'token-of-this-test-only';
const secret = 'correct-horse-battery';
const hook = `kind: endpoint
name: hello
spec:
  url: https://hello.example.com
  traffic_policy:
    on_http_request:
      - actions: [{ type: basic-auth, config: { credentials: ['me:$(secret:PASSWORD)'] } }, { type: deny }]
`;

let folder: string;
let server: RunningServer;
const parent = mkdtempSync(path.join(tmpdir(), 'edgewright-library-'));
beforeAll(() => void shipped(parent, ['init', 'new']));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeEach(async () => {
  folder = mkdtempSync(path.join(parent, 'edges-'));
  cpSync(path.join(parent, 'new'), folder, { recursive: true });
  server = await startServer({ store: 'memory', token });
});
afterEach(async () => {
  await server.close();
});

const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
const load = (options: LoadOptions = {}): ReturnType<typeof loadWorkspace> =>
  loadWorkspace({ folder, env: {}, ...options });
const failureOf = async (run: () => Promise<unknown>): Promise<EdgewrightError> =>
  run().then(
    () => expect.fail('no error'),
    (error: unknown) => error as EdgewrightError,
  );

test('results are documents of the published schemas, and plain JSON', async () => {
  const workspace = await load();
  const documents = [
    [lintSchema, await lint(workspace)],
    [planSchema, await plan(workspace, { api: { url: server.url, token } })],
  ] as const;
  for (const [schema, document] of documents) {
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  }
});

test('the same results as the commands', async () => {
  const workspace = await load();
  const printed = (...args: string[]): unknown =>
    JSON.parse(shipped(folder, [...args, '--format', 'json']).stdout);
  expect(await lint(workspace)).toEqual(printed('lint'));
  expect(await compile(workspace)).toEqual(printed('compile'));
  const { made_by: ours, ...planned } = await plan(workspace, { api: 'local' });
  const { made_by: theirs, ...shown } = printed('plan', '--local') as PlanOutput;
  expect(planned).toEqual(shown);
  expect({ ...ours, time: '' }).toEqual({ ...theirs, time: '' });
});

test('a secret is in no result, message, error or printed object', async () => {
  const settings = readFileSync(path.join(folder, 'edgewright.yaml'), 'utf8');
  write('edgewright.yaml', settings.replace(/^secrets:.*$/m, 'secrets: [PASSWORD]'));
  write('resources/hello.yaml', hook);
  const messages: string[] = [];
  const workspace = await load({
    env: { EDGEWRIGHT_SECRET_PASSWORD: secret, EDGEWRIGHT_API_TOKEN: token },
    onMessage: (message) => messages.push(message),
  });
  const bodies = await compile(workspace);
  expect(JSON.stringify(bodies)).toContain('$(secret:PASSWORD)');
  const { plans } = await plan(workspace, { api: { url: server.url, token } });
  expect(plans[0]?.summary.create).toBe(1);
  const bare = await failureOf(() => plan(workspace, { environments: [secret] }));
  expect(bare).toMatchObject({ exitCode: 64 });
  const said = inspect([workspace, bodies, plans, bare, messages], { depth: 20, showHidden: false });
  for (const value of [secret, token]) expect(said).not.toContain(value);
});

test('a credential of the environment is not sent to another address', async () => {
  const workspace = await load({ env: { EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_API_TOKEN: token } });
  expect((await plan(workspace)).plans).toHaveLength(1);
  const refused = await failureOf(() => plan(workspace, { api: { url: server.url } }));
  expect(refused).toBeInstanceOf(EdgewrightApiError);
  expect(refused).toMatchObject({ exitCode: 77, status: 401, method: 'GET' });
});

test('with an empty environment no variable of the process is read', async () => {
  process.env['EDGEWRIGHT_API_URL'] = server.url;
  process.env['EDGEWRIGHT_API_TOKEN'] = token;
  const { CI } = process.env;
  // A runner refuses the store of this workspace.
  delete process.env['CI'];
  try {
    const failure = await failureOf(async () => plan(await load({ env: {} })));
    expect(failure).toMatchObject({ exitCode: 64, message: 'EDGEWRIGHT_API_URL is not set' });
    expect((await plan(await loadWorkspace({ folder }))).plans).toHaveLength(1);
  } finally {
    delete process.env['EDGEWRIGHT_API_URL'];
    delete process.env['EDGEWRIGHT_API_TOKEN'];
    if (CI !== undefined) process.env['CI'] = CI;
  }
});

test('files with errors: lint reports them, compile and plan throw them', async () => {
  const workspace = await load({ texts: new Map([['resources/hello.yaml', hook]]) });
  const { findings } = await lint(workspace);
  const found = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  expect(found).toEqual(['secret-reference-undefined']);
  for (const run of [() => compile(workspace), () => plan(workspace, { api: { url: server.url, token } })]) {
    const failure = await failureOf(run);
    expect(failure).toBeInstanceOf(EdgewrightLintError);
    expect((failure as EdgewrightLintError).lint.counts.error).toBe(1);
    expect(failure.exitCode).toBe(1);
  }
});

test.each<[string, () => Promise<unknown>, Partial<EdgewrightError>]>([
  ['a folder that does not exist', () => load({ folder: 'nowhere' }), { exitCode: 64 }],
  ['a folder outside of a workspace', () => load({ folder: tmpdir() }), { exitCode: 78 }],
  ['a copy of a workspace', async () => lint({ ...(await load()) }), { exitCode: 64 }],
  ['an unknown rule', async () => lint(await load(), { rules: { nonsense: 'off' } }), { exitCode: 64 }],
  ['new-only without a baseline', async () => lint(await load(), { baseline: 'new-only' }), { exitCode: 64 }],
  ['an unknown environment', async () => compile(await load(), { environment: 'x' }), { exitCode: 64 }],
  ['a filter that selects nothing', async () => compile(await load(), { only: ['x/y'] }), { exitCode: 64 }],
  [
    'a snapshot beside an API',
    async () => plan(await load(), { api: 'local', snapshot: 'x' }),
    { exitCode: 64 },
  ],
  [
    'a header with a line break',
    async () => plan(await load(), { api: { url: server.url, headers: { a: 'b\nc: d' } } }),
    { exitCode: 64 },
  ],
  [
    'an API that is not there',
    async () => plan(await load(), { api: { url: 'http://127.0.0.1:1' } }),
    { exitCode: 69, name: 'EdgewrightApiError' },
  ],
])('%s is an EdgewrightError', async (_name, run, expected) => {
  const failure = await failureOf(run);
  expect(failure).toBeInstanceOf(EdgewrightError);
  expect(failure).toMatchObject(expected);
});

test('options narrow the result', async () => {
  const workspace = await load({
    texts: new Map([['resources/hello.yaml', 'kind: endpoint\nname: hello\nspec: { ulr: x, metadta: y }\n']]),
  });
  const rules = async (options: Parameters<typeof lint>[1]): Promise<readonly string[]> =>
    (await lint(workspace, options)).findings.map(({ rule }) => rule);
  expect(await rules({})).toEqual(['unknown-field', 'unknown-field']);
  expect(await rules({ rules: { 'unknown-field': 'off' } })).not.toContain('unknown-field');
  expect(await rules({ files: [path.join(folder, 'environments')] })).toEqual([]);
});
