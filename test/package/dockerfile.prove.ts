/* The steps of the Dockerfile, played in folders of this machine: there is no Docker here. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packTo, repository } from './installed.ts';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

const steps: readonly Instruction[] = readFileSync(path.join(repository, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+) +(.*)$/.exec(line))
  .map((found) => ({ name: found?.[1] ?? '', text: found?.[2] ?? '' }));
const textsOf = (name: string): readonly string[] =>
  steps.filter((step) => step.name === name).map(({ text }) => text);

const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it uses only instructions that this test knows', () => {
  expect(steps.map(({ name }) => name)).toEqual([
    'FROM',
    'ARG',
    'RUN',
    'COPY',
    'RUN',
    'RUN',
    'USER',
    'WORKDIR',
    'ENTRYPOINT',
    'CMD',
  ]);
});

test('the image is small, has a tag, and runs without root', () => {
  expect(textsOf('FROM')).toEqual([expect.stringMatching(/^node:\d+-slim$/)]);
  expect(textsOf('USER')).toEqual(['node']);
  const [packages = ''] = textsOf('RUN');
  expect(/--no-install-recommends (.*?) +&&/.exec(packages)?.[1]).toBe('ca-certificates git');
  expect(packages).toContain('rm -rf /var/lib/apt/lists/*');
});

test('only the tarball is sent to the builder', () => {
  const ignored = readFileSync(path.join(repository, '.dockerignore'), 'utf8');
  expect(ignored).toBe('*\n!edgewright*.tgz\n');
});

test('its steps install a command that lints and plans a read-only workspace as another user', () => {
  const { tarball } = packTo(folder);
  const copied = path.join(folder, 'tmp/edgewright.tgz');
  const [, target = ''] = (textsOf('COPY')[0] ?? '').split(' ');
  mkdirSync(path.dirname(copied));
  cpSync(tarball, path.join(folder, target));
  const home = path.join(folder, 'root');
  mkdirSync(home);
  const inside = (text: string): string =>
    text.replaceAll('/tmp/', `${folder}/tmp/`).replaceAll('/root/', `${home}/`);
  const env = { PATH: process.env['PATH'], HOME: home, npm_config_prefix: path.join(folder, 'usr') };
  const install = spawnSync('sh', ['-ec', inside(textsOf('RUN')[1] ?? 'false')], { env, encoding: 'utf8' });
  expect(install).toMatchObject({ status: 0 });
  const git = { ...env, GIT_CONFIG_SYSTEM: path.join(folder, 'gitconfig') };
  expect(spawnSync('sh', ['-ec', textsOf('RUN')[2] ?? 'false'], { env: git }).status).toBe(0);

  const workspace = path.join(folder, 'workspace');
  cpSync(path.join(repository, 'examples/minimal'), workspace, { recursive: true });
  for (const place of [folder, workspace]) chmodSync(place, 0o555);
  const [entry = ''] = JSON.parse(textsOf('ENTRYPOINT')[0] ?? '[]') as readonly string[];
  const run = (...args: readonly string[]): ReturnType<typeof spawnSync> =>
    spawnSync(path.join(folder, 'usr/bin', entry), args, {
      cwd: workspace,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_SYSTEM: git.GIT_CONFIG_SYSTEM },
      encoding: 'utf8',
      // `nobody`: a user without a home folder, as `docker run --user` gives.
      ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
    });
  try {
    expect(run('lint')).toMatchObject({ status: 0, stdout: 'no problems in 3 files\n', stderr: '' });
    expect(run('compile')).toMatchObject({ status: 0, stderr: '' });
    const help = run(...(JSON.parse(textsOf('CMD')[0] ?? '[]') as readonly string[]));
    expect(help).toMatchObject({ status: 0 });
    expect(help.stdout).toContain('Usage: edgewright');
  } finally {
    chmodSync(folder, 0o755);
  }
});
