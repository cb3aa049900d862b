/* Bundles src/codegen/generate.ts and runs it with the same arguments (`--check` writes nothing). */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
// Inside node_modules, so that the bundle finds the development libraries.
const out = path.join(root, 'node_modules/.cache/edgewright', `generate-${process.pid}.mjs`);
const bundled = spawnSync(process.execPath, [path.join(root, 'bin/build.mjs'), 'src/codegen/generate.ts', out], { cwd: root, stdio: 'inherit' });
if (bundled.status !== 0) process.exit(bundled.status ?? 1);
const { status } = spawnSync(process.execPath, [out, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
rmSync(out, { force: true });
process.exit(status ?? 1);
