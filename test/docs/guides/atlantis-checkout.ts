import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openShell } from './guide-shell.ts';

export interface Checkout {
  readonly root: string;
  /** The checkout of a pull request. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The key that the pages tell a team to set: the ledgers are sealed with it. */
export const planKey = '0123456789abcdef0123456789abcdef';

/** A workspace with these environments, whose ledgers are on a branch of its remote, checked out from that remote. */
export function openCheckout(
  environments: readonly string[],
  api: Readonly<Record<string, string>>,
): Checkout {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-atlantis-'));
  const { env } = openShell(root);
  const [first = '', ...others] = environments;
  const folder = path.join(root, 'edges');
  const run = (command: string, ...words: readonly string[]): unknown =>
    execFileSync(command, words, {
      cwd: folder,
      env: { ...env, ...api, EDGEWRIGHT_PLAN_KEY: planKey },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  mkdirSync(folder);
  execFileSync('git', ['init', '-q', '--bare', path.join(root, 'remote.git')], { env });
  run('git', 'init', '-q');
  run('git', 'remote', 'add', 'origin', path.join(root, 'remote.git'));
  run('edgewright', 'init', '--env', first, '--store', 'git');
  rmSync(path.join(folder, 'resources/hello.yaml'));
  rmSync(path.join(folder, 'tests/hello.yaml'));
  for (const name of environments) writeFileSync(path.join(folder, `environments/${name}.yaml`), '{}\n');
  for (const name of others) run('edgewright', 'ledger', 'init', '--env', name);
  run('git', 'add', '.');
  run('git', 'commit', '-qm', 'start');
  run('git', 'push', '-q', 'origin', 'main');
  run('git', 'switch', '-qc', 'change');
  return { root, folder, env: { ...env, ...api } };
}
