import { lstatSync, statSync } from 'node:fs';

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
