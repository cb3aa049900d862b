/*
 * Makes a fresh clone ready, then runs a command: `node bin/bootstrap.mjs vitest run`. Needs only Node and npm.
 * Installs if node_modules differs from package-lock.json, builds if dist is older than any source. Without a command
 * it only installs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './is-built.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const [command, ...args] = process.argv.slice(2);

if (!isInstalled()) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
if (command !== undefined) {
  if (!isBuilt()) run(process.execPath, ['bin/build.mjs']);
  if (command === 'node') run(process.execPath, args);
  else run(path.join(root, 'node_modules', '.bin', isWindows ? `${command}.cmd` : command), args);
}

/** Compares contents, not times: npm writes its two lock files in either order, and git sets times on checkout. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(
    ([place, { version, optional, devOptional }]) =>
      place === '' || optional || devOptional || installed[place]?.version === version,
  );
}

function packagesOf(lock) {
  const file = path.join(root, lock);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function run(program, programArgs) {
  const { status, error } = spawnSync(program, programArgs, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  });
  if (error) console.error(`cannot run ${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
