/*
 * In the bundle a large library, and a part of Node that takes milliseconds to load, is loaded when the first thing of it
 * is used, wherever the import stands.
 */

/** By exact name: a subpath (`ajv/dist/runtime/equal`) is small and stays in the bundle. */
const lazyLibraries = [
  'undici',
  'hono',
  '@hono/node-server',
  'ajv',
  'diff',
  'yaml',
  'saxes',
  '@marcbachmann/cel-js',
  '@bufbuild/re2',
  'vscode-languageserver/node',
  'vscode-languageserver-textdocument',
];

/** Parts of Node that take milliseconds to load and that a short run may never need. */
const lazyBuiltins = [
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:os',
  'node:tty',
  'node:v8',
];

/** An esbuild plugin; the libraries that it meets are added to `used`. What is imported from one becomes a getter. */
export function lazyModules(used) {
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

export function vendorFile(name) {
  return `vendor/${name.replace('@', '').replace('/', '-')}.cjs`;
}
