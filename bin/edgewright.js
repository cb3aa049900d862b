#!/usr/bin/env node
'use strict';
/*
 * Starts the bundle through V8's code cache: compiling it again would take most of a short run. The cache is
 * V8's own machine-readable form of the code, so it is trusted like code: only this user may write to its folder,
 * and its name carries the hash of the bundle (V8 itself compares no more than the length). Without a usable cache
 * the bundle just runs. Each file of dist/ has one.
 */
const { isAscii } = require('node:buffer');
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const dist = path.join(__dirname, '..', 'dist');
/** Exit code of an input/output error: 1, with which Node would exit, means findings. */
const notInstalled = 74;
const loaded = new Map();
/** The scripts of this run by cache file, with the number of runs that wrote it. */
const scripts = new Map();
/** The first runs write the code caches: a first lint takes other ways than one that has the results of an earlier one. */
const writingRuns = 3;
/** Exit codes of errors that end a run early, from a wrong command line (64) to missing settings (78). */
const isEarlyEnd = (code) => code >= 64 && code <= 78;
/** Compiled code, results of lint, and what a killed run left of them. */
const isOurs = /^(?:.+\.code|lint-.+\.json)(?:\.\d+)?$/;
const helpWords = ['help', '--help', '-h', '--version', '-V'];
let isWriting = false;
let isWritingAll = false;

const [verb, ...rest] = process.argv.slice(2);
const bundleName = verb === 'lint' && !rest.includes('--live') ? 'lint' : 'main';
if (!fs.existsSync(path.join(dist, `${bundleName}.cjs`))) {
  fs.writeSync(
    2,
    `error: \`dist/${bundleName}.cjs\` is missing\n  = help: in a clone run \`npm run build\`\n`,
  );
  process.exit(notInstalled);
}
load(`${bundleName}.cjs`).run();

/** Runs a bundle of dist/ and returns its exports. */
function load(name) {
  const file = path.join(dist, name);
  const bytes = fs.readFileSync(file);
  // Decoding UTF-8 takes longer, and the text more memory.
  const code = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const id = /^\/\*! edgewright ([0-9a-f]{16}) \*\//.exec(code)?.[1];
  const cacheFile = cacheFileFor(id);
  const { cachedData, runs } = readCache(cacheFile) ?? { runs: 0 };
  const script = new vm.Script(
    code,
    cachedData === undefined ? { filename: file } : { filename: file, cachedData },
  );
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireInBundle, module, file, path.dirname(file));
  if (cacheFile !== undefined) {
    scripts.set(cacheFile, { script, runs });
    isWritingAll ||= runs < writingRuns;
    if (isWritingAll || script.cachedDataRejected) writeCachesAtEnd();
  }
  return module.exports;
}

/**
 * At the end of the run the functions that it uses are compiled. All caches are written, not only those that were
 * missing: a run that is the first to use a library is the first to use the code around it. A run that only printed
 * help or an error used too little to be a model for others. A cache that V8 rejects, because it is damaged or was made
 * with other flags, is written again alone.
 */
function writeCachesAtEnd() {
  if (isWriting || process.argv.some((word) => helpWords.includes(word))) return;
  isWriting = true;
  process.once('exit', (code) => {
    if (isEarlyEnd(code)) return;
    for (const [file, one] of scripts)
      if (isWritingAll || one.script.cachedDataRejected) writeCache(one, file);
    for (const file of [...scripts.keys()].slice(0, 1)) removeOld(path.dirname(file));
  });
}

/** The `require` of a bundle: modules of Node, and libraries in dist/vendor, each with a code cache of its own. */
function requireInBundle(name) {
  if (!name.startsWith('./vendor/')) return require(name);
  if (!loaded.has(name)) loaded.set(name, load(name));
  return loaded.get(name);
}

function cacheFileFor(id) {
  if (id === undefined || process.env.EDGEWRIGHT_NO_CODE_CACHE) return undefined;
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  const base =
    XDG_CACHE_HOME || (process.platform === 'win32' ? LOCALAPPDATA : HOME && path.join(HOME, '.cache'));
  if (!base || !path.isAbsolute(base)) return undefined;
  return path.join(base, 'edgewright', `${id}-${process.version}-${process.arch}.code`);
}

function readCache(file) {
  if (file === undefined) return undefined;
  try {
    if (!isOursAlone(fs.lstatSync(path.dirname(file)))) return undefined;
    const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
    try {
      if (!isOursAlone(fs.fstatSync(handle))) return undefined;
      return wholeCache(fs.readFileSync(handle));
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

/**
 * V8 does not check the bytes of a code cache, and crashes on damaged ones. So a file has the code twice: comparing both
 * takes less time than loading a library for checksums. The last byte is the number of runs that wrote the file.
 */
function wholeCache(bytes) {
  const end = (bytes.length - 1) / 2;
  const cachedData = bytes.subarray(0, end);
  if (end < 1 || !cachedData.equals(bytes.subarray(end, -1))) return undefined;
  return { cachedData, runs: bytes.at(-1) };
}

function writeCache({ script, runs }, file) {
  const temporary = `${file}.${process.pid}`;
  try {
    makeFolder(path.dirname(file));
    if (!isOursAlone(fs.lstatSync(path.dirname(file)))) return;
    const data = script.createCachedData();
    const writing = script.cachedDataRejected ? 1 : Math.min(runs + 1, 255);
    const bytes = Buffer.concat([data, data, Buffer.of(writing)]);
    fs.writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    fs.renameSync(temporary, file);
  } catch {
    // A read-only home folder is not an error: the bundle runs without a cache.
    try {
      fs.unlinkSync(temporary);
    } catch {
      // The temporary file was never created.
    }
  }
}

/** Not mkdir's `recursive`: on Node 20 it never ends on a file system that cannot create folders (/proc). */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another run has created it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Removes files older than a month: each version and each workspace leaves some. One that is used is made again. */
function removeOld(folder) {
  const monthAgo = Date.now() - 30 * 24 * 60 * 60 * 1000;
  try {
    if (!isOursAlone(fs.lstatSync(folder))) return;
    for (const name of fs.readdirSync(folder)) {
      const file = path.join(folder, name);
      if (isOurs.test(name) && fs.lstatSync(file).mtimeMs < monthAgo) fs.unlinkSync(file);
    }
  } catch {
    // Another run removed it first, or the folder cannot be written.
  }
}

function isOursAlone(stat) {
  if (process.getuid === undefined) return true;
  return !stat.isSymbolicLink() && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}
