/*
 * Bundles the command line into dist/, which then needs no node_modules: main.cjs has all verbs, action.cjs is the
 * GitHub Action, dist/library is main.cjs for programs. A library that a short run can do without (HTTP, the local
 * API's server, the thorough YAML parser) becomes a file of its own in dist/vendor, required when it is first used.
 * Nothing in dist is replaced until everything has been built.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lazyModules, vendorFile } from './lazy-modules.mjs';
import { libraryFiles } from './library-files.mjs';
import { pageScripts } from './page-script.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.join(root, 'dist');

const common = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  // Not the identifiers: stack traces name our functions.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  supported: {
    // The bundle runs as a script of V8, which has no import(); a lazy import becomes a lazy require.
    'dynamic-import': false,
  },
  define: {
    'import.meta.dirname': '__dirname',
    edgewrightBuild: JSON.stringify(buildId()),
    ...pageScripts(),
    edgewrightCommit: releaseCommit() ?? 'undefined',
  },
};

/** The commit that `init` pins our action to; only a release has one. */
function releaseCommit() {
  const commit = process.env.EDGEWRIGHT_RELEASE_COMMIT;
  if (commit === undefined || commit === '') return undefined;
  if (/^[0-9a-f]{40}$/.test(commit)) return JSON.stringify(commit);
  throw new Error('EDGEWRIGHT_RELEASE_COMMIT is not a commit: it needs 40 hexadecimal digits');
}

/** A hash of all inputs of the bundles. */
function buildId() {
  const hash = createHash('sha256');
  const files = readdirSync(path.join(root, 'src'), { recursive: true }).sort();
  for (const file of ['package-lock.json', ...files.map((name) => path.join('src', name))]) {
    if (/\.(ts|cjs|json)$/.test(file)) hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

const started = new Date();
try {
  await buildDist();
} catch (error) {
  // esbuild has printed the errors of the sources.
  if (error.errors === undefined) throw error;
  process.exitCode = 1;
}

async function buildDist() {
  const libraries = new Set();
  const files = new Map();
  files.set(
    'main.cjs',
    stamped(await bundled({ entryPoints: ['src/main.ts'] }, [lazyModules(root, libraries)])),
  );
  // Run by the runner of GitHub itself, as a module like any other.
  files.set('action.cjs', await bundled({ entryPoints: ['src/action-main.ts'] }));
  for (const name of libraries) files.set(vendorFile(name), stamped(await library(name)));
  for (const [name, text] of libraryFiles(root)) files.set(name, text);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  // Written last, because the bootstrap compares its time with those of the sources.
  files.set('version', `${version}\n`);
  replaceDist(files);
}

/** A library as its authors ship it. */
function library(name) {
  return bundled({ stdin: { contents: `module.exports = require('${name}');`, resolveDir: root } });
}

async function bundled(options, plugins = []) {
  const { outputFiles } = await build({ ...common, ...options, plugins });
  return outputFiles[0].text;
}

/** A module, preceded by the hash that names its code cache. */
function stamped(text) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `/*! edgewright ${hash} */${text}`;
}

function replaceDist(files) {
  for (const [name, text] of files) {
    const file = path.join(dist, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, text);
    // The time of the start, so that a source that changed during the build is newer than dist.
    utimesSync(`${file}.${process.pid}`, started, started);
    renameSync(`${file}.${process.pid}`, file);
  }
  for (const entry of readdirSync(dist, { recursive: true })) {
    const name = entry.replaceAll(path.sep, '/');
    if (/\.([cm]js|[cm]ts)$/.test(name) && !files.has(name)) rmSync(path.join(dist, name), { force: true });
  }
}
