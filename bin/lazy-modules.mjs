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

/** An esbuild plugin; the libraries that it meets are added to `used`. Its bundle is to be given to `requiredLate`. */
export function lazyModules(used) {
  return {
    name: 'lazy-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[@a-z]/ }, ({ path: name, kind, namespace }) => {
        if (namespace === 'getters' || !(lazyBuiltins.includes(name) || lazyLibraries.includes(name)))
          return undefined;
        if (lazyLibraries.includes(name)) used.add(name);
        if (kind === 'require-call') return { path: name, namespace: 'getters' };
        return { path: fileOf(name), external: true };
      });
      onResolve({ filter: /^\.\/vendor\// }, ({ path: file }) => ({ path: file, external: true }));
      onLoad({ filter: /./, namespace: 'getters' }, async ({ path: name }) => ({
        contents: getters(fileOf(name), await exportsOf(name)),
      }));
    },
  };
}

/** What a CommonJS library gets of its own `require`: it has nothing yet, but looks it up when it is asked. */
function getters(file, exported) {
  return `let loaded;
const load = () => (loaded ??= require('${file}'));
module.exports = {
${exported.map((one) => `  get ${one}() { return load().${one}; },`).join('\n')}
};`;
}

async function exportsOf(name) {
  const names = Object.keys(await import(name));
  return names.filter((one) => one !== 'default' && one !== 'module.exports');
}

/** The text of a bundle, in which such a module is loaded when it is used: of `yaml.parse` is made `yaml.module.parse`. */
export function requiredLate(text, isLate = isLazy) {
  const names = new Set();
  const late = text.replace(
    /\b(import_\w+)=((?:__toESM\()?require\("([^"]+)"\)(?:,1\)|\))?)/g,
    (found, name, load, file) => {
      if (!isLate(file)) return found;
      names.add(name);
      return `${name}=loadedLate(()=>${load})`;
    },
  );
  if (names.size === 0) return text;
  const name = `\\b(${[...names].join('|')})\\b`;
  const [whole] = new RegExp(`.{0,40}${name}(?!\\.|=loadedLate|[,;]).{0,20}`).exec(late) ?? [];
  if (whole !== undefined) throw new Error(`a module that is loaded late is used as a whole: ${whole}`);
  const uses = new RegExp(`${name}\\.`, 'g');
  // At the end, because a directive stands at the start.
  return `${late.replace(uses, '$1.module.')}
function loadedLate(load){let loaded;return{get module(){return loaded??=load()}}}`;
}

function isLazy(file) {
  return [...lazyBuiltins, ...lazyLibraries.map(fileOf)].includes(file);
}

function fileOf(name) {
  return lazyLibraries.includes(name) ? `./${vendorFile(name)}` : name;
}

export function vendorFile(name) {
  return `vendor/${name.replace('@', '').replace('/', '-')}.cjs`;
}
