/*
 * Bundles the command line into dist/: main.cjs holds all our code and what linting needs; libraries that linting
 * must never load (HTTP, the local API's server, text diffs) become files of their own, required when first used.
 * Also bundles a single tool: `node bin/build.mjs <entry.ts> <out.cjs>`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.join(root, 'dist');
const lazyLibraries = ['undici', 'hono', '@hono/node-server', 'diff'];

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
  // Spread makes slow objects in long-lived data on Node 20.
  supported: { 'object-rest-spread': false },
  // CommonJS has no import.meta; what needs the package's own place takes it from here.
  define: { 'import.meta.url': '__fileUrl' },
  banner: { js: "const __fileUrl=require('node:url').pathToFileURL(__filename).href;" },
};

function vendorFile(name) {
  return `vendor/${name.replace('@', '').replace('/', '-')}.cjs`;
}

const lazy = {
  name: 'lazy-libraries',
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path: name }) =>
      lazyLibraries.includes(name) ? { path: `./${vendorFile(name)}`, external: true } : undefined,
    );
  },
};

async function buildLibrary(name) {
  await build({
    ...common,
    stdin: { contents: `export * from '${name}';`, resolveDir: root },
    outfile: path.join(dist, vendorFile(name)),
  });
}

async function buildMain(entry, outfile) {
  const result = await build({
    ...common,
    entryPoints: [entry],
    outfile,
    plugins: [lazy],
    write: false,
    metafile: true,
  });
  const [output] = result.outputFiles;
  const id = createHash('sha256').update(output.contents).digest('hex').slice(0, 16);
  mkdirSync(path.dirname(outfile), { recursive: true });
  writeFileSync(outfile, `/*! edgewright ${id} */${output.text}`);
}

const [entry, out] = process.argv.slice(2);
if (entry !== undefined && out !== undefined) {
  await build({ ...common, define: {}, banner: {}, minifySyntax: false, minifyWhitespace: false, entryPoints: [entry], outfile: out, format: 'esm', packages: 'external' });
} else {
  rmSync(dist, { recursive: true, force: true });
  for (const name of lazyLibraries) await buildLibrary(name);
  await buildMain('src/main.ts', path.join(dist, 'main.cjs'));
  if (existsSync(path.join(root, 'src/demo.ts'))) await buildMain('src/demo.ts', path.join(dist, 'demo.cjs'));
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(path.join(dist, 'version'), `${version}\n`);
}
