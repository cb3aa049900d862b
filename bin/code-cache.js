'use strict';
/*
 * Loads the bundle with what V8 compiled in earlier runs: compiling it again would take most of a short run. Newer Nodes
 * can do this by themselves. Elsewhere each command has a cache of each file that it loads, which its first runs write:
 * a first lint takes other ways than one that has the results of an earlier one.
 */
const { isAscii } = require('node:buffer');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { crc32 } = require('node:zlib');
const userCache = require('./user-cache.js');

const writingRuns = 3;
const parameters = '(function (exports, require, module, __filename, __dirname) { ';
const command = /^[a-z]+$/.exec(process.argv[2] ?? '')?.[0];
const isUsed = command !== undefined && !process.env.EDGEWRIGHT_NO_CODE_CACHE;
const loaded = new Map();
/** What is to be written at the end of the run, when the functions that it used are compiled. */
const writes = [];

/** The exports of a file of the bundle. `readFile`: for one that is not on the disk. */
exports.load = (file, readFile) => {
  if (readFile !== undefined) return loadOnce(file, readFile);
  if (!isUsed) return require(file);
  if (Module.enableCompileCache === undefined) return loadOnce(file, fs.readFileSync);
  const folder = userCache.make();
  if (folder !== undefined) Module.enableCompileCache(path.join(folder, 'node'));
  return require(file);
};

function loadOnce(file, readFile) {
  if (loaded.has(file)) return loaded.get(file).exports;
  const bytes = readFile(file);
  // UTF-8 takes longer, and the text more memory.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  // V8 compares only the length of the source, so the name has its hash.
  const id = /^\/\*! edgewright ([0-9a-f]{16}) \*\//.exec(text)?.[1];
  const name = `${command}-${id}-${process.version}-${process.arch}.code`;
  const cache = isUsed ? read(name) : undefined;
  const script = new vm.Script(`${parameters}${text}\n})`, { filename: file, cachedData: cache?.code });
  const module = { exports: {} };
  loaded.set(file, module);
  const folder = path.dirname(file);
  const load = (asked) => loadOnce(path.join(folder, asked), readFile);
  const requireHere = (asked) => (asked.startsWith('./') ? load(asked) : require(asked));
  script.runInThisContext()(module.exports, requireHere, module, file, folder);
  const runs = script.cachedDataRejected ? 0 : (cache?.runs ?? 0);
  if (isUsed && runs < writingRuns && writes.push({ name, script, runs }) === 1)
    process.once('exit', writeAll);
  return module.exports;
}

/** The content of a cache file: V8 would crash on a damaged one, so it begins with a checksum. */
function read(name) {
  const bytes = userCache.read(name);
  const isWhole = bytes?.length > 5 && bytes.readUInt32LE() === crc32(bytes.subarray(4));
  return isWhole ? { runs: bytes[4], code: bytes.subarray(5) } : undefined;
}

function writeAll(exitCode) {
  if (exitCode >= 64 && exitCode <= 78) return; // Ended early: a wrong command line, missing settings.
  for (const { name, script, runs } of writes) {
    const content = Buffer.concat([Buffer.of(runs + 1), script.createCachedData()]);
    const checksum = new Uint32Array([crc32(content)]);
    userCache.write(name, Buffer.concat([new Uint8Array(checksum.buffer), content]));
  }
  userCache.removeOld();
}
