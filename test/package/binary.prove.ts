/** The single executable: built, and used without Node on the PATH. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verbs } from '../../src/main.ts';
import { version } from '../../src/version.ts';
import { repository } from './installed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-binary-test-'));
let executable: string;
beforeAll(() => {
  const script = path.join(repository, 'bin/build-binary.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const made = readdirSync(folder).sort();
  expect(made).toEqual(['LICENSE-node.txt', 'THIRD-PARTY-NOTICES.md', expect.stringMatching(/^edgewright-/)]);
  executable = path.join(folder, made[2] ?? '');
  cpSync(path.join(repository, 'examples/minimal'), path.join(folder, 'minimal'), { recursive: true });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Git and the other programs that verbs run, but no home: it keeps no cache.
const env = { PATH: '/nonexistent' };
const run = (...args: readonly string[]): { stdout: string; stderr: string; exit: number | null } => {
  const cwd = path.join(folder, 'minimal');
  const { stdout, stderr, status } = spawnSync(executable, args, { cwd, env, encoding: 'utf8' });
  return { stdout, stderr, exit: status };
};

test('it has the version of the package', () => {
  expect(run('--version')).toEqual({ stdout: `${version}\n`, stderr: '', exit: 0 });
});

test('lint, plan, apply, and the plan after it is empty', () => {
  expect(run('lint')).toEqual({ stdout: 'no problems in 3 files\n', stderr: '', exit: 0 });
  expect(run('plan', '--local', '--detailed-exitcode').exit).toBe(2);
  expect(run('apply', '--local', '--yes')).toMatchObject({ exit: 0 });
  expect(run('plan', '--local', '--detailed-exitcode')).toMatchObject({ exit: 0, stderr: '' });
});

test.each(Object.keys(verbs))('%s --help is what the package prints', (verb) => {
  const ofPackage = spawnSync(
    process.execPath,
    [path.join(repository, 'bin/edgewright.js'), verb, '--help'],
    {
      encoding: 'utf8',
    },
  );
  expect(run(verb, '--help')).toEqual({ stdout: ofPackage.stdout, stderr: '', exit: 0 });
});

test.each([
  ['schema', 'plan'],
  ['explain', 'route-match-query'],
  ['rules'],
  ['lint', '--format', 'sarif'],
  ['graph', '--env', 'production'],
  ['trace', '--env', 'production', 'https://hello.example.com/'],
  ['compile', '--format', 'json'],
])('%s %s is what the package prints', (...args) => {
  const cwd = path.join(folder, 'minimal');
  const ofPackage = spawnSync(process.execPath, [path.join(repository, 'bin/edgewright.js'), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  const ours = run(...args);
  expect(ours).toEqual({ stdout: ofPackage.stdout, stderr: ofPackage.stderr, exit: ofPackage.status });
  expect(ours.exit).toBe(0);
});

test('every library of dist/vendor is in it', () => {
  const bytes = readFileSync(executable, 'latin1');
  const names = readdirSync(path.join(repository, 'dist/vendor')).map((name) => `vendor/${name}`);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !bytes.includes(name))).toEqual([]);
});

test('the language server answers', async () => {
  const server = spawn(executable, ['lsp'], { cwd: path.join(folder, 'minimal'), env });
  const params = { processId: null, rootUri: null, capabilities: {} };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  server.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    server.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('"result"')) resolve(text);
    });
  });
  server.kill();
  expect(answer).toContain('"hoverProvider"');
});
