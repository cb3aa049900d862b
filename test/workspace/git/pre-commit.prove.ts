/*
 * The steps of pre-commit for a hook of `language: node` (pre_commit/languages/node.py): it clones the
 * repository, installs and packs it as npm does with a git dependency, takes all that `npm pack` prints for the name of
 * the archive, installs that, and starts `entry` in the repository that is to be committed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { withRepository } from './repository-of.ts';

const source = path.join(import.meta.dirname, '../../..');

/** The files in the package. */
const shipped = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'THIRD-PARTY-NOTICES.md',
  'bin',
  'dist',
  'docs',
  'package.json',
  'sbom.cdx.json',
  'schemas',
];
const bundles = ['library', 'main.cjs', 'vendor', 'version'];

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly pass_filenames: boolean;
}

/** Why the steps cannot be taken here; undefined when they can. */
function obstacle(): string | undefined {
  if (!existsSync(path.join(source, '.git'))) return 'this is no clone';
  const asked = ['view', 'esbuild@0.28.2', 'version', '--fetch-retries=0', '--fetch-timeout=10000'];
  return spawnSync('npm', asked, { cwd: source }).status === 0
    ? undefined
    : 'the npm registry cannot be reached';
}

test('the package works as pre-commit and the README install it', { timeout: 600_000 }, async ({ skip }) => {
  const reason = obstacle();
  skip(reason !== undefined, reason);
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-pre-commit-')));
  try {
    const clone = path.join(folder, 'clone');
    // Where this was started by a hook, its repository is not the one that is meant.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
    const run = (cwd: string, command: string, ...arguments_: readonly string[]): string =>
      execFileSync(command, arguments_, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    run(folder, 'git', 'clone', '--quiet', '--depth=1', `file://${source}`, clone);
    run(
      clone,
      'npm',
      'install',
      '--include=dev',
      '--include=prod',
      '--no-progress',
      '--no-save',
      '--prefer-offline',
    );
    const archive = run(clone, 'npm', 'pack').trim();
    expect(archive).toBe('edgewright-0.1.0.tgz');
    const prefix = path.join(folder, 'environment');
    run(clone, 'npm', 'install', '--global', '--prefix', prefix, path.join(clone, archive));
    const installed = path.join(prefix, 'lib/node_modules');
    // The README's install section: a package with nothing beside it, and nothing of the development in it.
    expect(readdirSync(installed)).toEqual(['edgewright']);
    expect(readdirSync(path.join(installed, 'edgewright')).sort()).toEqual(shipped);
    expect(readdirSync(path.join(installed, 'edgewright/dist')).sort()).toEqual(bundles);
    rmSync(clone, { recursive: true, force: true });
    const edgewright = (cwd: string, ...arguments_: readonly string[]): string =>
      run(cwd, path.join(prefix, 'bin/edgewright'), ...arguments_);
    edgewright(folder, 'init', 'my-edges');
    const workspace = path.join(folder, 'my-edges');
    edgewright(workspace, 'lint');
    edgewright(workspace, 'apply', '--local', '--yes');
    edgewright(workspace, 'plan', '--local', '--detailed-exitcode');
    const hooks = parse(readFileSync(path.join(source, '.pre-commit-hooks.yaml'), 'utf8')) as readonly Hook[];
    expect(hooks.map(({ id, pass_filenames }) => ({ id, pass_filenames }))).toEqual([
      { id: 'edgewright-lint', pass_filenames: false },
      { id: 'edgewright-fmt', pass_filenames: false },
    ]);
    await withRepository((repository) => {
      cpSync(path.join(source, 'examples/minimal'), repository.folder, { recursive: true });
      repository.commit('first');
      const play = ({ entry }: Hook, ...options: readonly string[]): number | null =>
        spawnSync('/bin/sh', ['-c', [entry, ...options].join(' ')], {
          cwd: repository.folder,
          env: { ...repository.env, PATH: `${prefix}/bin:${process.env['PATH'] ?? ''}` },
        }).status;
      expect(hooks.map((hook) => play(hook))).toEqual([0, 0]);
      repository.write({ 'resources/b.yaml': 'spec: {}\nkind: endpoin\nname: b\n' });
      expect(hooks.slice(0, 1).map((hook) => play(hook, '--staged'))).toEqual([0]);
      repository.git('add', '.');
      expect(hooks.slice(0, 1).map((hook) => play(hook, '--staged'))).toEqual([1]);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
