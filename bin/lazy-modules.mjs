/*
 * In a bundle, a large library or a part of Node that takes milliseconds to load is loaded on the first use of one of
 * its exports, wherever the import is: the plugin replaces the import by a stand-in.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

/** Matched by exact name: a subpath (`ajv/dist/runtime/equal`) is small and stays in the bundle. */
const lazyLibraries = [
  'undici',
  'hono',
  '@hono/node-server',
  'ajv',
  'diff',
  'httpxy',
  'pg',
  'yaml',
  '@dagrejs/dagre',
  'saxes',
  'selfsigned',
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
export function lazyModules(root, used) {
  return {
    name: 'lazy-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(?:[@a-z]|\.\/vendor\/)/ }, ({ path: name, namespace }) => {
        if (namespace === 'lazy') return { path: name, external: true };
        if (lazyBuiltins.includes(name)) return { path: name, namespace: 'lazy', pluginData: name };
        if (!lazyLibraries.includes(name)) return undefined;
        used.add(name);
        return { path: name, namespace: 'lazy', pluginData: `./${vendorFile(name)}` };
      });
      onLoad({ filter: /./, namespace: 'lazy' }, async ({ path: name, pluginData: file }) => ({
        contents: standIn(file, await exportsOf(root, name)),
      }));
    },
  };
}

/** Stands in for the module, with a getter for each export. */
function standIn(file, names) {
  const getters = names.map(
    (name) => `get ${JSON.stringify(name)}() { return load()[${JSON.stringify(name)}]; }`,
  );
  return `const load = () => require('${file}');\nmodule.exports = { ${getters.join(', ')} };`;
}

async function exportsOf(root, name) {
  try {
    return Object.keys(createRequire(path.join(root, 'package.json'))(name));
  } catch {
    // Node 20 cannot require an ECMAScript module.
    return Object.keys(await import(name));
  }
}

export function vendorFile(name) {
  return `vendor/${name.replace('@', '').replace('/', '-')}.cjs`;
}
