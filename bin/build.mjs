/*
 * Bundles the command line into dist/, which then needs no node_modules: main.cjs holds all our code and what linting
 * needs; a library that linting must never load (HTTP, the local API's server, text diffs) becomes a file of its own
 * in dist/vendor, required when it is first used. Nothing in dist is replaced until everything has been built.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.join(root, 'dist');

/** By exact name: a subpath (`ajv/dist/runtime/equal`) is small and stays in the bundle. */
const lazyLibraries = ['undici', 'hono', '@hono/node-server', 'ajv', 'diff', 'yaml', 'saxes'];

/** Parts of Node that take milliseconds to load and that a short run may never need. */
const lazyBuiltins = ['node:child_process', 'node:crypto', 'node:fs/promises', 'node:os', 'node:tty'];

/** What we use of a library whose whole takes long to start: half of undici is fetch, WebSocket and a cache. */
const parts = { undici: "exports.Pool = require('undici/lib/dispatcher/pool.js');" };

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
    // Spread makes slow objects in long-lived data on Node 20.
    'object-rest-spread': false,
    // The bundle runs as a script of V8, which has no import(); a lazy import becomes a lazy require.
    'dynamic-import': false,
  },
  // CommonJS has no import.meta; what needs the package's own place takes it from here.
  define: { 'import.meta.url': '__fileUrl' },
  banner: { js: "const __fileUrl=require('node:url').pathToFileURL(__filename).href;" },
};

const started = new Date();
try {
  await buildDist();
} catch (error) {
  // esbuild has printed what is wrong with the sources.
  if (error.errors === undefined) throw error;
  process.exitCode = 1;
}

async function buildDist() {
  const used = new Set();
  const files = new Map();
  files.set('main.cjs', await bundled({ entryPoints: ['src/main.ts'], plugins: [lazy(used)] }));
  if (existsSync(path.join(root, 'src/demo.ts'))) {
    files.set('demo.cjs', await bundled({ entryPoints: ['src/demo.ts'], plugins: [lazy(used)] }));
  }
  for (const name of used) {
    const contents = parts[name] ?? `module.exports = require('${name}');`;
    files.set(vendorFile(name), await bundled({ stdin: { contents, resolveDir: root } }));
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  // Last, because the bootstrap takes its time as that of the whole.
  files.set('version', `${version}\n`);
  replaceDist(files);
}

/** The first line carries the hash that the code cache goes by. */
async function bundled(options) {
  const { outputFiles } = await build({ ...common, ...options });
  const [{ contents, text }] = outputFiles;
  return `/*! edgewright ${createHash('sha256').update(contents).digest('hex').slice(0, 16)} */${text}`;
}

/** What is imported from a lazy module is a getter, and the module is loaded when the first of them is asked for. */
function lazy(used) {
  return {
    name: 'lazy-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[@a-z]/ }, ({ path: name, namespace }) => {
        const isLibrary = lazyLibraries.includes(name);
        if (namespace === 'lazy' || (!isLibrary && !lazyBuiltins.includes(name))) return undefined;
        if (isLibrary) used.add(name);
        return { path: name, namespace: 'lazy' };
      });
      onResolve({ filter: /^\.\/vendor\// }, ({ path: file }) => ({ path: file, external: true }));
      onLoad({ filter: /./, namespace: 'lazy' }, async ({ path: name }) => ({
        contents: getters(
          lazyLibraries.includes(name) ? `./${vendorFile(name)}` : name,
          await exportsOf(name),
        ),
      }));
    },
  };
}

function getters(file, names) {
  return `let loaded;
const load = () => (loaded ??= require('${file}'));
module.exports = {
${names.map((name) => `  get ${name}() { return load().${name}; },`).join('\n')}
};`;
}

async function exportsOf(name) {
  const names = Object.keys(await import(name));
  return names.filter((one) => one !== 'default' && one !== 'module.exports');
}

function vendorFile(name) {
  return `vendor/${name.replace('@', '').replace('/', '-')}.cjs`;
}

function replaceDist(files) {
  for (const [name, text] of files) {
    const file = path.join(dist, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, text);
    // A source that changed while we were building is newer than what we built.
    utimesSync(`${file}.${process.pid}`, started, started);
    renameSync(`${file}.${process.pid}`, file);
  }
  for (const entry of readdirSync(dist, { recursive: true })) {
    const name = entry.replaceAll(path.sep, '/');
    if (/\.cjs$/.test(name) && !files.has(name)) rmSync(path.join(dist, name), { force: true });
  }
}
