/*
 * The action as it ships: its built entry, started with the runner's variables and files, against `edgewright serve`.
 */
import { existsSync, readFileSync, writeFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCheckout, serveApi, type Checkout, type ServedApi } from './checkout.ts';
import { runStep, type StepRequest } from './run-step.ts';

const token = 'the-write-token-of-production';
let api: ServedApi;
let checkout: Checkout;
beforeAll(async () => {
  api = await serveApi(token);
  checkout = openCheckout();
});
afterAll(async () => {
  checkout.remove();
  await api.stop();
});

const step = ({ env, ...request }: StepRequest) =>
  runStep(checkout, {
    ...request,
    env: { EDGEWRIGHT_API_URL: api.url, EDGEWRIGHT_API_TOKEN: token, ...env },
  });

const resource = (): string => path.join(checkout.folder, 'resources/hello.yaml');
const edit = (from: string, to: string): void =>
  writeFileSync(resource(), readFileSync(resource(), 'utf8').replace(from, to));

describe('in the life of a workspace', { sequential: true } as object, () => {
  test('lint annotates, fails on errors, and adds to the summary', async () => {
    edit('url:', 'ulr:');
    const { exitCode, stdout, outputs, summary } = await step({
      inputs: { mode: 'lint' },
      summary: 'before\n',
    });
    edit('ulr:', 'url:');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^::error file=resources\/hello\.yaml,line=5/m);
    expect(summary).toMatch(/^before\n/);
    expect(summary).toContain('ulr');
    expect([...outputs]).toEqual([['exit-code', '1']]);
  });

  test('plan says what would change, and saves it', async () => {
    const { exitCode, stdout, outputs, summary } = await step({
      inputs: {
        mode: 'plan',
        environment: 'production',
        save: 'saved.json',
        formats: 'html=plan.html\njson=copy.json',
      },
    });
    expect(exitCode, stdout).toBe(0);
    expect(stdout).toContain('Plan for production: 1 to create');
    expect(summary).toContain('1 to create');
    const { digest } = JSON.parse(readFileSync(outputs.get('plan-path') ?? '', 'utf8')) as { digest: string };
    expect(outputs.get('plan-digest')).toBe(digest);
    expect(outputs.get('changes')).toBe('true');
    expect(JSON.parse(outputs.get('counts') ?? '')).toMatchObject({ create: 1, update: 0, delete: 0 });
    expect(
      ['plan.html', 'copy.json', 'saved.json'].map((file) => existsSync(path.join(checkout.folder, file))),
    ).toEqual([true, true, true]);
  });

  test('apply applies the saved plan, pushes the ledger branch, and writes the routes', async () => {
    const { exitCode, stdout, outputs } = await step({
      inputs: { mode: 'apply', plan: 'saved.json', 'sole-runner': 'true' },
    });
    expect(exitCode, stdout).toBe(0);
    expect(outputs.get('changes')).toBe('true');
    expect(JSON.parse(outputs.get('counts') ?? '')).toMatchObject({ created: 1 });
    expect(readFileSync(outputs.get('routes-path') ?? '', 'utf8')).toContain('production');
    expect(checkout.remote('branch', '--list')).toContain('edgewright-ledger');
  });

  test('a scheduled apply without a change says so', async () => {
    const { exitCode, stdout, outputs } = await step({
      inputs: { mode: 'apply', environment: 'production' },
    });
    expect(exitCode, stdout).toBe(0);
    expect(outputs.get('changes')).toBe('false');
    expect(outputs.get('exit-code')).toBe('0');
  });

  test('an apply after which a test fails is refused', async () => {
    const file = path.join(checkout.folder, 'tests/refused.yaml');
    mkdirSync(path.dirname(file), { recursive: true });
    const request = 'https://hello.example.com/';
    writeFileSync(file, JSON.stringify({ tests: [{ name: 'gone', request, expect: { status: 410 } }] }));
    const { exitCode, stdout } = await step({ inputs: { mode: 'apply', 'fail-on': 'tests' } });
    rmSync(file);
    expect(exitCode, stdout).toBe(6);
    expect(stdout).toContain('gone');
  });

  test('drift fails with 2, which pass-on lets pass', async () => {
    const live = (await (
      await fetch(`${api.url}/endpoints`, { headers: { authorization: `Bearer ${token}` } })
    ).json()) as {
      readonly endpoints: readonly { readonly id: string }[];
    };
    await fetch(`${api.url}/endpoints/${live.endpoints[0]?.id ?? ''}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'changed by hand' }),
    });
    const drifted = await step({ inputs: { mode: 'drift' } });
    expect(drifted.exitCode, drifted.stdout).toBe(2);
    expect(drifted.outputs.get('changes')).toBe('true');
    const passed = await step({ inputs: { mode: 'plan', 'pass-on': '2' } });
    expect(passed.exitCode, passed.stdout).toBe(0);
    expect(passed.outputs.get('exit-code')).toBe('2');
    expect(passed.stdout).toMatch(/^::warning::edgewright plan exited 2/m);
  });

  test('a plan from a snapshot needs no credential', async () => {
    expect((await step({ inputs: { mode: 'snapshot', snapshot: 'live.json' } })).exitCode).toBe(0);
    const none = { EDGEWRIGHT_API_URL: '', EDGEWRIGHT_API_TOKEN: '' };
    const { exitCode, stdout } = await step({ inputs: { mode: 'plan', snapshot: 'live.json' }, env: none });
    expect(exitCode, stdout).toBe(2);
    expect(stdout).toContain('1 drifted');
  });
});

test('an empty credential is refused before anything is sent', async () => {
  const { exitCode, stdout, outputs } = await step({
    inputs: { mode: 'plan' },
    env: { EDGEWRIGHT_API_TOKEN: '', EDGEWRIGHT_API_URL: 'http://127.0.0.1:9' },
  });
  expect(exitCode).toBe(77);
  expect(stdout).toMatch(/^::error::EDGEWRIGHT_API_TOKEN is empty, so nothing was sent;/m);
  expect(outputs.get('exit-code')).toBe('77');
});

test('secrets are masked before anything else is printed, each line by itself', async () => {
  const env = {
    EDGEWRIGHT_SECRET_KEY: 'first line of a key\nsecond line of a key\n',
    EDGEWRIGHT_POSTGRES_URL: 'postgres://me:pass%word@db.example.com/x',
  };
  const { stdout } = await step({ inputs: { mode: 'drift', token: 'forge-token' }, env });
  const lines = stdout.split('\n');
  const masks = lines.findIndex((line) => !line.startsWith('::add-mask::'));
  const masked = lines.slice(0, masks).map((line) => line.slice('::add-mask::'.length));
  const header = Buffer.from('x-access-token:forge-token').toString('base64');
  expect(masked).toEqual(
    expect.arrayContaining([
      token,
      'first line of a key',
      'second line of a key',
      'forge-token',
      'pass%25word',
      header,
    ]),
  );
  const printed = lines.slice(masks).join('\n');
  for (const secret of [token, 'line of a key', 'forge-token', header]) expect(printed).not.toContain(secret);
});

describe('a hostile input', () => {
  const mark = (): string => path.join(checkout.runner, 'owned');

  test.each([
    ['environment', '--local'],
    ['environment', '$(touch owned)'],
    ['environment', 'production; touch owned'],
    ['base', '--output=owned'],
    ['base', '--upload-pack=touch owned'],
    ['save', '--local'],
    ['workspace', '--local'],
    ['formats', '--local'],
    ['fail-on', '--allow-empty'],
    ['page-url', '--allow-empty'],
  ])('%s: %s is a value, not an option or a command', async (name, value) => {
    const { exitCode, stdout, stderr } = await step({ inputs: { mode: 'plan', [name]: value } });
    expect([0, 2, 64, 74, 78], stdout + stderr).toContain(exitCode);
    expect(stdout + stderr).not.toContain('built-in');
    expect([mark(), path.join(checkout.folder, 'owned')].filter((file) => existsSync(file))).toEqual([]);
  });

  test('a plan named like an option is a file that is not there', async () => {
    const { exitCode, stderr } = await step({ inputs: { mode: 'apply', plan: '--rollback=1' } });
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('--rollback=1');
    expect(stderr).not.toContain('unknown option');
  });

  test('a line break in an input of one line is refused, and cannot become a workflow command', async () => {
    const { exitCode, stdout } = await step({ inputs: { mode: 'plan', base: 'main\n::set-env name=A::b' } });
    expect(exitCode).toBe(64);
    expect(stdout).not.toMatch(/^::set-env/m);
  });
});

test.each([
  [{ mode: 'destroy' }, '`destroy` is not a mode of the action; write one of lint, test, plan'],
  [{}, 'the input `mode` is missing'],
  [{ mode: 'plan', enviroment: 'production' }, 'the action has no input `enviroment`; write `environment`'],
  [{ mode: 'apply', base: 'main' }, '`base` is not an input of the mode `apply`'],
  [{ mode: 'plan', comment: 'yes' }, 'the input `comment` expects `true` or `false`, found `yes`'],
  [
    { mode: 'plan', 'pass-on': '70' },
    'the input `pass-on` expects exit codes of 1, 2, 3, 4, 5, 6, 7, found `70`',
  ],
  [{ mode: 'lint', 'working-directory': 'nowhere' }, 'names `nowhere`, which is not a folder'],
] as const)('%j: %s', async (inputs, message) => {
  const { exitCode, stdout } = await step({ inputs });
  expect(exitCode).toBe(64);
  expect(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('::error::'))
      .join(''),
  ).toContain(message);
});
