'use strict';
/*
 * The cache folder of the user: compiled code, and which notifications were sent. What is in it is trusted like code,
 * so a file counts only if no other user can have written it. Without a folder, or where it cannot be written, nothing
 * is kept.
 */
const fs = require('node:fs');
const path = require('node:path');

const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
const base =
  XDG_CACHE_HOME || (process.platform === 'win32' ? LOCALAPPDATA : HOME && path.join(HOME, '.cache'));
const folder = base && path.isAbsolute(base) ? path.join(base, 'edgewright') : undefined;
const month = 30 * 24 * 60 * 60 * 1000;

exports.read = (name) =>
  attempt(() => {
    if (!isOursAlone(fs.lstatSync(folder))) return undefined;
    const file = fs.openSync(path.join(folder, name), fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
    try {
      return isOursAlone(fs.fstatSync(file)) ? fs.readFileSync(file) : undefined;
    } finally {
      fs.closeSync(file);
    }
  });

/** Replaces the file as a whole. */
exports.write = (name, content) => {
  const made = exports.make();
  if (made === undefined) return;
  const temporary = path.join(made, `${name}.${process.pid}`);
  const isWritten = attempt(() => {
    fs.writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    fs.renameSync(temporary, path.join(made, name));
    return true;
  });
  if (isWritten) removeOld();
  else attempt(() => fs.unlinkSync(temporary));
};

/** Creates the folder and returns it; undefined if others can write to it. */
exports.make = () =>
  attempt(() => {
    makeFolder(folder);
    return isOursAlone(fs.lstatSync(folder)) ? folder : undefined;
  });

/** Removes our files that are older than a month: each version and each workspace leaves some. */
function removeOld() {
  attempt(() => {
    for (const name of fs.readdirSync(folder, { recursive: true })) {
      const file = path.join(folder, name);
      const stat = fs.lstatSync(file);
      const isOurs = /^(?:.+\.code|told-.+\.json)(?:\.\d+)?$|^node[\\/]/.test(name);
      if (isOurs && stat.isFile() && stat.mtimeMs < Date.now() - month) fs.unlinkSync(file);
    }
  });
}

function attempt(act) {
  try {
    return folder === undefined ? undefined : act();
  } catch {
    return undefined;
  }
}

/** Not mkdir's `recursive`: on Node 20 it never ends on a file system that cannot create folders (/proc). */
function makeFolder(one) {
  if (fs.existsSync(one)) return;
  makeFolder(path.dirname(one));
  try {
    fs.mkdirSync(one, { mode: 0o700 });
  } catch (error) {
    // Another run has created it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  }
}

function isOursAlone(stat) {
  if (process.getuid === undefined) return true;
  return !stat.isSymbolicLink() && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}
