import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../../src/server/start-server.ts';
import { makeFolder, type Folder } from './workspace-folder.ts';

const repository = path.join(import.meta.dirname, '../..');
const examples = path.join(repository, 'examples');
const folders: Folder[] = [];
afterAll(() => folders.forEach(({ remove }) => remove()));

/** A copy of an example, so that nothing is written into the repository. */
function copyOf(name: string, env: Readonly<Record<string, string>> = {}): Folder {
  const folder = makeFolder(env);
  folders.push(folder);
  cpSync(path.join(examples, name), folder.root, {
    recursive: true,
    filter: (file) => !file.includes('.edgewright'),
  });
  return folder;
}

function findingsOf(report: string): readonly { readonly severity: string }[] {
  return (JSON.parse(report) as { findings: readonly { severity: string }[] }).findings;
}

describe('examples/bookshop', () => {
  test('lints silently', async () => {
    const { exit, stdout, stderr } = await copyOf('bookshop').run(['lint']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^no problems in \d+ files\n$/);
  });

  test('has no errors by the strict preset', async () => {
    const folder = copyOf('bookshop');
    const settings = folder.read('edgewright.yaml');
    expect(settings).toContain('preset: recommended');
    folder.write('edgewright.yaml', settings.replace('preset: recommended', 'preset: strict'));
    const { exit, stdout } = await folder.run(['lint', '--format', 'json']);
    expect(findingsOf(stdout).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(exit).toBe(0);
  });

  test.each(['production', 'staging'])('is applied to %s, and the next plan is empty', async (name) => {
    await expectApplied('bookshop', name);
  });
});

describe('examples/minimal', () => {
  test('lints silently', async () => {
    expect(await copyOf('minimal').run(['lint'])).toEqual({
      exit: 0,
      stdout: 'no problems in 3 files\n',
      stderr: '',
    });
  });

  test('is applied, and the next plan is empty', () => expectApplied('minimal', 'production'));
});

test('examples/mistakes has a finding with help for each file', async () => {
  const folder = copyOf('mistakes');
  const { exit, stdout } = await folder.run(['lint']);
  expect(exit).toBe(1);
  await expect(stdout).toMatchFileSnapshot('mistakes.txt');
  const found = findingsOf((await folder.run(['lint', '--format', 'json'])).stdout);
  expect(found.length).toBeGreaterThanOrEqual(17);
});

test('the demo succeeds and prints the documented output', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bin/run-ts.mjs', 'src/demo.ts'].map((file) => path.join(repository, file)),
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.split('\n').filter((line) => told.some((pattern) => pattern.test(line)));
  expect(lines).toEqual([
    '$ edgewright lint',
    'no problems in 19 files',
    '$ edgewright ledger init --env production',
    '$ edgewright plan --env production',
    '29 to create, 0 to update, 0 to delete; 0 unchanged.',
    '$ edgewright apply --env production --yes',
    '29 to create, 0 to update, 0 to delete; 0 unchanged.',
    'Applied: 29 created.',
    '$ edgewright plan --env production --detailed-exitcode',
    '0 to create, 0 to update, 0 to delete; 29 unchanged.',
    'No changes: live matches the files.',
    '$ edgewright plan --env production',
    '    REFUSED: becomes less protected, not approved',
    '0 to create, 1 to update, 0 to delete, 1 refused, 1 test fails; 28 unchanged.',
    '$ edgewright apply --env production --yes --allow-exposure https-route/admin',
    '0 to create, 1 to update, 0 to delete, 1 test fails; 28 unchanged.',
    'Applied: 1 updated.',
    '$ edgewright plan --env production --detailed-exitcode',
    '0 to create, 0 to update, 0 to delete, 1 drifted, 1 test fails; 28 unchanged.',
    '# Try next:',
  ]);
  expect(stdout).not.toMatch(/demo-[a-z-]*(?:secret|key|token)/);
});

/** The lines of the demo's output to compare: commands, results and refusals. */
const told = [/^\$ /, /^no /, /^No changes/, /^ {4}REFUSED/, /^\d+ to\b/, /^Applied: /, /^# Try next/];

/** Applies an example with the fixture and secrets that its environment and README name; expects an empty next plan. */
async function expectApplied(example: string, environment: string): Promise<void> {
  const fixture = path.join(examples, example, 'fixture.yaml');
  const server = await startServer({
    store: 'memory',
    ...(existsSync(fixture) ? { fixture: parse(readFileSync(fixture, 'utf8')) as unknown } : {}),
  });
  const folder = copyOf(example, { EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_API_TOKEN: 'token' });
  const { secrets = [] } = parse(folder.read('edgewright.yaml')) as { secrets?: readonly string[] };
  for (const name of secrets) folder.write(`private/${name}`, `the value of ${name}`);
  const flags = ['--env', environment];
  const withSecrets = [...flags, ...(secrets.length === 0 ? [] : ['--secrets-dir', 'private'])];
  expect(await folder.run(['compile', ...flags])).toMatchObject({ exit: 0, stderr: '' });
  expect(await folder.run(['ledger', 'init', ...flags])).toMatchObject({ exit: 0, stderr: '' });
  const applied = await folder.run(['apply', ...withSecrets, '--yes']);
  expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
  const { exit, stdout } = await folder.run(['plan', ...withSecrets, '--detailed-exitcode']);
  expect(exit, stdout).toBe(0);
  expect(stdout).toContain('No changes: live matches the files.');
  for (const text of [applied.stdout, stdout]) expect(text).not.toContain('the value of');
  await server.close();
}
