import { lstatSync, statSync, type Stats } from 'node:fs';

/** `link`: a link to a file or to nothing; `folder-link`: a link to a folder; `other`: a device, a pipe, a socket. */
export type EntryType = 'file' | 'folder' | 'link' | 'folder-link' | 'other';

export function typeOnDisk(path: string): EntryType | undefined {
  let stats;
  try {
    stats = lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // It exists, but cannot be inspected: reading it will report why.
    return 'other';
  }
  if (stats === undefined) return undefined;
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? (leadsToFolder(path) ? 'folder-link' : 'link') : 'other';
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // A link to itself, or a chain of links that is too long.
    return false;
  }
}

/** Identifies the state of a file or folder, as in git's index, with the time of its last change in milliseconds. */
export interface PathState {
  readonly key: string;
  readonly time: number;
}

/** How long everything must have been unchanged, in milliseconds, before a result is kept by timestamps. */
export const settlingTime = 2_000;

/** The state of a file, or of a folder and the names in it. That of a link includes the state of its target. */
export function stateOnDisk(path: string): PathState {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return absent;
    const own = stateOf(stats);
    if (!stats.isSymbolicLink()) return own;
    const target = statSync(path, { throwIfNoEntry: false });
    const there = target === undefined ? absent : stateOf(target);
    return { key: `${own.key} > ${there.key}`, time: Math.max(own.time, there.time) };
  } catch {
    return { key: '?', time: Number.POSITIVE_INFINITY };
  }
}

const absent: PathState = { key: '-', time: 0 };

function stateOf({ size, mtimeMs, ctimeMs, ino, mode }: Stats): PathState {
  return { key: `${size}.${mtimeMs}.${ctimeMs}.${ino}.${mode}`, time: Math.max(mtimeMs, ctimeMs) };
}
