/*
 * In a bundle, a large library or a part of Node that takes milliseconds to load is loaded on the first use of one of
 * its exports, wherever the import is: the plugin replaces the import by a stand-in.
 */

/** Matched by exact name: a subpath (`ajv/dist/runtime/equal`) is small and stays in the bundle. */
const lazyLibraries = [
  'undici',
  'hono',
  '@hono/node-server',
  'ajv',
  'diff',
  'pg',
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
  'node:net',
  'node:os',
  'node:tty',
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
      onLoad({ filter: /./, namespace: 'lazy' }, ({ pluginData: { file } }) => ({ contents: standIn(file) }));
    },
  };
}

/**
 * Stands in for the module. The proxy is its prototype, not itself: an import copies what an object has of its own, and
 * would load the module to learn the names.
 */
function standIn(file) {
  return `let loaded;
module.exports = Object.create(
  new Proxy({}, { get: (_, name) => (loaded ??= require('${file}'))[name] }),
);`;
}

export function vendorFile(name) {
  return `vendor/${name.replace('@', '').replace('/', '-')}.cjs`;
}
