/** The command line as it is shipped: bin/ and dist/. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');
export const executable = path.join(root, 'bin/edgewright.js');

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number | null;
}

export function shipped(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Output {
  const { stdout, stderr, status } = spawnSync(process.execPath, [executable, ...args], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { stdout, stderr, exit: status };
}

/** The same, and the files of dist/ that it read. */
export function loading(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Output & { readonly files: readonly string[] } {
  const log = path.join(folder, 'loaded-files');
  const output = shipped(folder, args, {
    ...env,
    LOADED_FILES: log,
    NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'loaded-files.cjs')}`,
  });
  const files = readFileSync(log, 'utf8').trim().split('\n');
  rmSync(log);
  return { ...output, files };
}
