/* Runs a TypeScript tool of ours: `node bin/run-ts.mjs <entry.ts> [arguments]` bundles it and runs the bundle. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pageScripts } from './page-script.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const [entry, ...args] = process.argv.slice(2);
// Inside node_modules, so that the bundle finds the development libraries.
const outfile = path.join(
  root,
  'node_modules/.cache/edgewright',
  `${path.parse(entry).name}-${process.pid}.mjs`,
);
try {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.18',
    format: 'esm',
    logLevel: 'warning',
    define: pageScripts(),
  });
  const { status } = spawnSync(process.execPath, [outfile, ...args], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  // esbuild has printed the errors of the sources.
  if (error.errors === undefined) throw error;
  process.exitCode = 1;
} finally {
  rmSync(outfile, { force: true });
}
