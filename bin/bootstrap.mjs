/*
 * Makes a fresh clone ready, then runs a command: `node bin/bootstrap.mjs vitest run`. Needs only Node and npm.
 * Installs when node_modules is missing or older than the lock, builds when dist is older than any source.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';

function changed(file) {
  const full = path.join(root, file);
  return existsSync(full) ? statSync(full).mtimeMs : 0;
}

function newestIn(folder) {
  let newest = 0;
  for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) newest = Math.max(newest, statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return newest;
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows });
  if (error) console.error(`cannot run ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

if (changed('node_modules/.package-lock.json') < changed('package-lock.json') || !existsSync(path.join(root, 'node_modules/esbuild'))) {
  run('npm', ['ci', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']);
}
const sources = Math.max(newestIn('src'), newestIn('schemas'), changed('bin/build.mjs'), changed('package.json'));
if (changed('dist/version') < sources) run(process.execPath, ['bin/build.mjs']);

const [command, ...args] = process.argv.slice(2);
if (command === 'node') run(process.execPath, args);
else if (command !== undefined) run(path.join(root, 'node_modules', '.bin', isWindows ? `${command}.cmd` : command), args);
