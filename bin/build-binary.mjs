/*
 * `npm run build:binary [folder]`: one executable that needs neither Node nor npm, from dist/ and the Node that runs
 * this, by Node's own single executable applications. Its platform is that of this Node.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { inject } from 'postject';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.join(root, 'dist');
const isWindows = process.platform === 'win32';
const isMac = process.platform === 'darwin';

const folder = path.resolve(process.argv[2] ?? path.join(root, 'binary'));
const name = `edgewright-${process.platform}-${process.arch}${isWindows ? '.exe' : ''}`;
const scratch = mkdtempSync(path.join(tmpdir(), 'edgewright-binary-'));
try {
  await makeExecutable(makeBlob(filesOfDist()));
  copyLicenses();
  console.log(path.join(folder, name));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Assets are named as the files are in dist/, with `/`. */
function filesOfDist() {
  const names = readdirSync(dist, { recursive: true }).map((file) => file.replaceAll(path.sep, '/'));
  const bundles = names.filter((file) => /^(?:main|vendor\/[\w-]+)\.cjs$/.test(file));
  return Object.fromEntries(bundles.map((file) => [file, path.join(dist, file)]));
}

function makeBlob(assets) {
  const config = path.join(scratch, 'sea.json');
  const output = path.join(scratch, 'blob');
  const main = path.join(scratch, 'main.cjs');
  buildSync({
    entryPoints: [path.join(root, 'bin/binary-main.cjs')],
    outfile: main,
    bundle: true,
    platform: 'node',
  });
  writeFileSync(config, JSON.stringify({ main, output, assets, disableExperimentalSEAWarning: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readFileSync(output);
}

/** Written beside its place first, so that an interrupted build leaves no half of an executable. */
async function makeExecutable(blob) {
  const temporary = path.join(scratch, name);
  copyFileSync(process.execPath, temporary);
  chmodSync(temporary, 0o755);
  // The signature of Node ends with the change of its bytes.
  if (isMac) execFileSync('codesign', ['--remove-signature', temporary]);
  await inject(temporary, 'NODE_SEA_BLOB', blob, {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    ...(isMac ? { machoSegmentName: 'NODE_SEA' } : {}),
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', temporary]);
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, name);
  copyFileSync(temporary, `${target}.${process.pid}`);
  chmodSync(`${target}.${process.pid}`, 0o755);
  renameSync(`${target}.${process.pid}`, target);
}

/** The executable holds Node and the packages of dist/; each copy of it needs their licenses. */
function copyLicenses() {
  copyFileSync(path.join(root, 'THIRD-PARTY-NOTICES.md'), path.join(folder, 'THIRD-PARTY-NOTICES.md'));
  const bin = path.dirname(process.execPath);
  const known = ['../LICENSE', 'LICENSE', '../share/doc/nodejs/LICENSE', '../share/doc/nodejs/copyright'];
  const license = known.map((file) => path.join(bin, file)).find((file) => existsSync(file));
  if (license === undefined) throw new Error(`no license of Node lies beside ${process.execPath}`);
  copyFileSync(license, path.join(folder, 'LICENSE-node.txt'));
}
