import {
  constants,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import type { Cache } from './model/io.ts';

declare const edgewrightBuild: string | undefined;

/** The cache folder of the user, shared with bin/edgewright.js. Undefined if there is none, and for unbuilt sources. */
export function processCache(): Cache | undefined {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local, HOME: home } = process.env;
  const usual = process.platform === 'win32' ? local : home && path.join(home, '.cache');
  const base = xdg === undefined || xdg === '' ? usual : xdg;
  if (!base || !path.isAbsolute(base) || typeof edgewrightBuild === 'undefined') return undefined;
  const folder = path.join(base, 'edgewright');
  return {
    build: `${edgewrightBuild} ${process.version}`,
    read: (name) => readOurs(path.join(folder, name)),
    write: (name, text) => writeOurs(path.join(folder, name), text),
  };
}

/** The text of a file that only this user can have written; undefined for any other file. */
function readOurs(file: string): string | undefined {
  try {
    if (!isOursAlone(lstatSync(path.dirname(file)))) return undefined;
    const handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return isOursAlone(fstatSync(handle)) ? readFileSync(handle, 'utf8') : undefined;
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

/** Replaces such a file. A failure (a read-only home) is not an error. */
function writeOurs(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`;
  const folder = path.dirname(file);
  try {
    makeFolder(folder);
    if (!isOursAlone(lstatSync(folder))) return;
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch {
    // A leftover of a killed process with the same id is removed, too.
    removeOurs(temporary);
  }
}

/** Not mkdir's `recursive`: on Node 20 it never ends on a file system that cannot create folders (/proc). */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    makeFolder(path.dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}

function removeOurs(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // There is none, or the home is read-only.
  }
}

function isOursAlone(stat: Stats): boolean {
  if (process.getuid === undefined) return true;
  return !stat.isSymbolicLink() && stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}
