#!/usr/bin/env node
'use strict';
/*
 * Starts the bundle through V8's code cache: compiling it anew would be the larger part of a short run. The cache is
 * V8's own machine-readable form of the code, so it is trusted like code: it must lie in a folder that is ours alone,
 * and its name carries the hash of the bundle (V8 itself compares no more than the length). Without a usable cache
 * the bundle just runs. Each file of dist/ has one.
 */
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const dist = path.join(__dirname, '..', 'dist');
/** Like a disk that cannot be read. Node's own 1 would mean findings. */
const notInstalled = 74;
const loaded = new Map();
/** By the file that will hold their code. One listener writes all: Node warns of more than ten. */
const uncached = new Map();

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

/** What a bundle of dist/ exports. */
function load(name) {
  const file = path.join(dist, name);
  const code = fs.readFileSync(file, 'utf8');
  const id = /^\/\*! edgewright ([0-9a-f]{16}) \*\//.exec(code)?.[1];
  const cacheFile = cacheFileFor(id);
  const cachedData = readCache(cacheFile);
  const script = new vm.Script(
    code,
    cachedData === undefined ? { filename: file } : { filename: file, cachedData },
  );
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireInBundle, module, file, path.dirname(file));
  if (cacheFile !== undefined && (cachedData === undefined || script.cachedDataRejected)) {
    // At the end of the run, when the functions that this command uses are compiled and so are part of it.
    if (uncached.size === 0) process.once('exit', () => uncached.forEach(writeCache));
    uncached.set(cacheFile, script);
  }
  return module.exports;
}

/** A bundle asks for parts of Node, and for libraries in dist/vendor, which come through a cache of their own. */
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
      return isOursAlone(fs.fstatSync(handle)) ? fs.readFileSync(handle) : undefined;
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

function writeCache(script, file) {
  const temporary = `${file}.${process.pid}`;
  try {
    makeFolder(path.dirname(file));
    if (!isOursAlone(fs.lstatSync(path.dirname(file)))) return;
    fs.writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: 'wx' });
    fs.renameSync(temporary, file);
    removeOld(path.dirname(file));
  } catch {
    // A read-only home is nobody's mistake.
    try {
      fs.unlinkSync(temporary);
    } catch {
      // It was never made.
    }
  }
}

/** Not mkdir's `recursive`: on Node 20 it never ends where a file system makes no folders (/proc). */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another run was faster.
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Every version of Edgewright and of Node leaves a file; one of a month ago in use is soon made again. */
function removeOld(folder) {
  const monthAgo = Date.now() - 30 * 24 * 60 * 60 * 1000;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    if (/\.code(\.\d+)?$/.test(name) && fs.lstatSync(file).mtimeMs < monthAgo) fs.unlinkSync(file);
  }
}

function isOursAlone(stat) {
  if (process.getuid === undefined) return true;
  return !stat.isSymbolicLink() && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}
