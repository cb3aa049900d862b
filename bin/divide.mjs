/*
 * Divides a bundle in two: what a clean run needs, and the rest. esbuild makes a function of every module that is
 * loaded late, and of all that such a module imports; V8 would make and call thousands of functions to start a run that
 * loads hardly anything late. Here the modules of a clean run share one scope, and those of the rest, in a file of their
 * own, are loaded when they are first asked for. One half asks for a module of the other by its name in our sources:
 * `require('src/lint/lint.ts')`, which the other answers with `moduleOf`.
 */
import path from 'node:path';
import { build } from 'esbuild';
import { requiredLate } from './lazy-modules.mjs';

/** What esbuild makes of an `import()` of a module that is not in the bundle. */
const lateImport = /Promise\.resolve\(\)\.then\(\(\)=>__toESM\((require\("src\/[^"]+"\))(?:,1)?\)\)/g;

/**
 * The texts of both halves. `bundled` bundles with the plugins it is given before its own, and answers the text and the
 * files in it; `start` is the module whose `run` starts it all; `late` are those that a clean run imports late, and
 * `unused` those that it imports and never uses.
 */
export async function divided({ root, bundled, start, late, unused }) {
  const isFirst = new Set(late);
  const isElsewhere = (file, kind) =>
    unused.includes(file) || (kind === 'require-call' ? !isFirst.has(file) : kind === 'dynamic-import');
  const first = async (table) => {
    const made = await half(bundled, root, `export { run, main } from './${start}';\n${table}`, isElsewhere);
    return { ...made, text: requiredLate(made.text, (file) => unused.includes(file)) };
  };
  let sketch = await first(namespacesOf(late));
  let names = new Map();
  for (;;) {
    const held = new Set(sketch.files);
    const asked = modulesAskedIn(sketch.text);
    const isHeld = (file) => held.has(file);
    const rest = await half(bundled, root, restOf(asked.filter((file) => !isHeld(file))), isHeld);
    const whole = [...asked, ...wholeModulesIn(rest.text)].filter(isHeld);
    names = merged(names, await exportsOf(root, [...new Set(whole)]), namesIn(rest.text));
    const made = await first(tableOf(names));
    // What the rest alone uses of the first half was not in the sketch, nor what that imports: all of it is now.
    if (made.files.every(isHeld) && modulesAskedIn(made.text).every((file) => asked.includes(file))) {
      return { first: made.text, rest: rest.text };
    }
    sketch = made;
  }
}

async function half(bundled, root, contents, isElsewhere) {
  const { text, files } = await bundled({ stdin: { contents, resolveDir: root } }, [
    leaveOut(root, isElsewhere),
  ]);
  // Our modules are strict, which esbuild says of an entry point in TypeScript alone; and one of the other half is there
  // at once, as its own namespace.
  return { text: `"use strict";${text.replace(lateImport, 'Promise.resolve($1)')}`, files };
}

function leaveOut(root, isElsewhere) {
  return {
    name: 'leave-out',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path: asked, resolveDir, importer, kind }) => {
        if (importer === '<stdin>') return undefined;
        const file = path.relative(root, path.resolve(resolveDir, asked)).replaceAll(path.sep, '/');
        return file.startsWith('src/') && isElsewhere(file, kind)
          ? { path: file, external: true }
          : undefined;
      });
    },
  };
}

function namespacesOf(files) {
  return files.map((file, at) => `export * as late${at} from './${file}';`).join('\n');
}

function restOf(files) {
  return `export function moduleOf(name) {
  switch (name) {
${files.map((file) => `    case '${file}': return require('./${file}');`).join('\n')}
  }
}`;
}

/** The answers of the first half, which has no namespaces: each is put together of what is asked for. */
function tableOf(names) {
  const modules = [...names].map(([file, exported], at) => ({
    file,
    exported: [...exported].map((name, nth) => ({ name, local: `of${at}_${nth}` })),
  }));
  const listed = (exported, between) =>
    exported.map(({ name, local }) => `${name}${between}${local}`).join(', ');
  return `${modules.map(({ file, exported }) => `import { ${listed(exported, ' as ')} } from './${file}';`).join('\n')}
export function moduleOf(name) {
  switch (name) {
${modules.map(({ file, exported }) => `    case '${file}': return { __esModule: true, ${listed(exported, ': ')} };`).join('\n')}
  }
}`;
}

function modulesAskedIn(text) {
  return [...new Set([...text.matchAll(/\brequire\("(src\/[^"]+)"\)/g)].map(([, file]) => file))];
}

/** Modules that are imported late, so that any of their exports may be used. */
function wholeModulesIn(text) {
  return [...text.matchAll(/Promise\.resolve\(require\("(src\/[^"]+)"\)\)/g)].map(([, file]) => file);
}

/** By file, the exports that a half uses of the other. */
function namesIn(text) {
  const imports = [...text.matchAll(/\b(import_\w+)=(?:__toESM\()?require\("(src\/[^"]+)"\)/g)];
  if (imports.length + wholeModulesIn(text).length !== [...text.matchAll(/\brequire\("src\//g)].length) {
    throw new Error('a module of the other half is asked for in a way that was not foreseen');
  }
  return merged(
    ...imports.map(([, variable, file]) => {
      const used = text.matchAll(new RegExp(`\\b${variable}\\.([\\w$]+)`, 'g'));
      return new Map([[file, new Set([...used].map(([, name]) => name))]]);
    }),
  );
}

async function exportsOf(root, files) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: 'dist',
    format: 'esm',
    write: false,
    metafile: true,
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, new Set(exports)]),
  );
}

function merged(...maps) {
  const all = new Map();
  for (const [file, names] of maps.flatMap((map) => [...map])) {
    all.set(file, new Set([...(all.get(file) ?? []), ...names]));
  }
  return all;
}
