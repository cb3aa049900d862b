'use strict';
/*
 * Loads the bundle with what V8 compiled in earlier runs: compiling it again would take most of a short run. Newer
 * Nodes can do this by themselves. Elsewhere each command has a cache of each file that it loads, which its first runs
 * write: each may use functions that the ones before it did not.
 */
const { isAscii } = require('node:buffer');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const userCache = require('./user-cache.js');

const writingRuns = 3;
const parameters = '(function (exports, require, module, __filename, __dirname) { ';
const [, , first = '', ...rest] = process.argv;
const command = /^[a-z]+$/.exec(first)?.[0];
const isUsed = command !== undefined && !process.env.EDGEWRIGHT_NO_CODE_CACHE;
/** A run that prints help uses too little to be a model for others. */
const isKept = isUsed && !rest.includes('--help') && !rest.includes('-h');
const loaded = new Map();

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
  if (loaded.has(file)) return loaded.get(file).module.exports;
  const bytes = readFile(file);
  // UTF-8 takes longer, and the text more memory.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  // V8 compares only the length of the source, so the name has its hash.
  const id = /^\/\*! edgewright ([0-9a-f]{16}) \*\//.exec(text)?.[1];
  const name = `${command}-${id}-${process.version}-${process.arch}.code`;
  const { runs, cachedData } = (isUsed && read(name)) || { runs: 0 };
  const script = new vm.Script(`${parameters}${text}\n})`, { filename: file, cachedData });
  const module = { exports: {} };
  loaded.set(file, { module, name, script, runs: script.cachedDataRejected ? 0 : runs });
  if (isKept && loaded.get(file).runs < writingRuns) process.off('exit', writeAll).once('exit', writeAll);
  const folder = path.dirname(file);
  const requireHere = (asked) =>
    asked.startsWith('./') ? loadOnce(path.join(folder, asked), readFile) : require(asked);
  script.runInThisContext()(module.exports, requireHere, module, file, folder);
  return module.exports;
}

/** V8 would crash on a damaged cache, so a file begins with a checksum. */
function read(name) {
  const bytes = userCache.read(name);
  const isWhole = bytes?.length > 5 && bytes.readUInt32LE() === require('node:zlib').crc32(bytes.subarray(4));
  return isWhole ? { runs: bytes[4], cachedData: bytes.subarray(5) } : undefined;
}

/** Writes all of the run: its first use of a library is also the first use of the code around it. */
function writeAll(exitCode) {
  if (exitCode >= 64 && exitCode <= 78) return; // Ended early: a wrong command line, missing settings.
  for (const { name, script, runs } of loaded.values()) {
    const content = Buffer.concat([Buffer.of(Math.min(runs + 1, 255)), script.createCachedData()]);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(require('node:zlib').crc32(content));
    userCache.write(name, Buffer.concat([checksum, content]));
  }
}
