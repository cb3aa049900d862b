/*
 * In a bundle, a large library or a part of Node that takes milliseconds to load is loaded on the first use of one of
 * its exports, wherever the import is: the plugin replaces the import by a module of getters.
 */

/** Matched by exact name: a subpath (`ajv/dist/runtime/equal`) is small and stays in the bundle. */
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

/** An esbuild plugin; adds each imported library of the list to `used`. */
export function lazyModules(used) {
  return {
    name: 'lazy-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[@a-z]/ }, ({ path: name, namespace }) => {
        if (namespace === 'lazy') return { path: name, external: true };
        if (lazyBuiltins.includes(name)) return { path: name, namespace: 'lazy', pluginData: { file: name } };
        if (!lazyLibraries.includes(name)) return undefined;
        used.add(name);
        return { path: name, namespace: 'lazy', pluginData: { file: `./${vendorFile(name)}` } };
      });
      onResolve({ filter: /^\.\/vendor\//, namespace: 'lazy' }, ({ path: file }) => {
        return { path: file, external: true };
      });
      onLoad({ filter: /./, namespace: 'lazy' }, async ({ path: name, pluginData: { file } }) => ({
        contents: getters(file, await exportsOf(name)),
      }));
    },
  };
}

/** The names without the markers of the module format, which esbuild reads at once. */
async function exportsOf(name) {
  const names = Object.keys(await import(name));
  return names.filter((one) => one !== '__esModule' && one !== 'module.exports');
}

function getters(file, names) {
  return `let loaded;
const load = () => (loaded ??= require('${file}'));
module.exports = {
${names.map((name) => `  get '${name}'() { return load()['${name}']; },`).join('\n')}
};`;
}

export function vendorFile(name) {
  return `vendor/${name.replace('@', '').replace('/', '-')}.cjs`;
}
