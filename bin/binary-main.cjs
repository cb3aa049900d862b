'use strict';
/*
 * The start of the single executable: as bin/edgewright.js, but the files of dist/ and their code caches are assets
 * inside of it, so that it reads and writes no code cache.
 */
const { isAscii } = require('node:buffer');
const path = require('node:path');
const { getRawAsset } = require('node:sea');
const vm = require('node:vm');

const loaded = new Map();
const [verb, ...rest] = process.argv.slice(2);
const isLint = verb === 'lint' && !rest.includes('--live');
load(isLint ? 'lint.cjs' : 'main.cjs').run();

function load(name) {
  if (loaded.has(name)) return loaded.get(name).exports;
  // Beside the executable, where there is no such file: for stack traces.
  const file = path.join(path.dirname(process.execPath), 'dist', name);
  const cachedData = asset(`${name}.code`);
  const bytes = asset(name);
  const code = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const script = new vm.Script(code, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  loaded.set(name, module);
  script.runInThisContext()(module.exports, requireInBundle, module, file, path.dirname(file));
  return module.exports;
}

function requireInBundle(name) {
  return name.startsWith('./vendor/') ? load(name.slice('./'.length)) : require(name);
}

function asset(name) {
  try {
    return Buffer.from(getRawAsset(name));
  } catch {
    return undefined;
  }
}
