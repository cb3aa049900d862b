import { byText } from '../../text/lists/compare-texts.ts';
import { errorCode } from '../../text/system/system-errors.ts';
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, sep } from 'node:path';
import { decode, permissionHelp, tooLarge, unreadable, type FileText } from './decode.ts';
import { limits } from '../../text/file-limits.ts';
import { typeOnDisk, type EntryType } from './entry-type.ts';
import { holdsSecrets, holdsSecretsHelp } from './named-like-secret.ts';
import { type IsSecretFile, secretFiles } from './secret-files.ts';

export interface TreeEntry {
  readonly name: string;
  readonly type: EntryType;
}

export type FolderList = readonly TreeEntry[] | 'absent' | 'unreadable';

/**
 * The files below one folder. Paths are relative to it, with `/`. Contents may come from elsewhere than the disk: an
 * editor, standard input, git's index.
 */
export interface FileTree {
  /** Sorted by name. */
  readonly list: (folder: string) => FolderList;
  readonly read: (path: string) => FileText;
  /** The type of the entry at a path, without following links; undefined if there is none. */
  readonly typeOf: (path: string) => EntryType | undefined;
}

/**
 * The files on disk; `overlay` replaces or adds contents. Links are never followed, and files that hold secrets are
 * not read.
 */
export function diskTree(
  root: string,
  overlay: ReadonlyMap<string, string> = new Map(),
  isSecret: IsSecretFile = secretFiles(root),
): FileTree {
  const overlaid = foldersOf(overlay);
  return {
    list: (folder) => merged(listDisk(root, folder), overlaid.get(folder)),
    read: (path) => {
      const text = overlay.get(path);
      return text === undefined ? readDisk(root, path, isSecret) : decode(path, Buffer.from(text));
    },
    typeOf: (path) =>
      overlay.has(path) ? 'file' : overlaid.has(path) ? 'folder' : typeOnDisk(below(root, path)),
  };
}

/** The entries that the overlay adds, by folder. */
function foldersOf(
  overlay: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlyMap<string, EntryType>> {
  const folders = new Map<string, Map<string, EntryType>>();
  for (const path of overlay.keys()) {
    const names = path.split('/');
    for (let depth = 0; depth < names.length; depth++) {
      const folder = names.slice(0, depth).join('/');
      const entries = folders.get(folder) ?? new Map<string, EntryType>();
      folders.set(folder, entries.set(names[depth] ?? '', depth === names.length - 1 ? 'file' : 'folder'));
    }
  }
  return folders;
}

function merged(disk: FolderList, added: ReadonlyMap<string, EntryType> | undefined): FolderList {
  if (added === undefined || disk === 'unreadable') return disk;
  const known = disk === 'absent' ? [] : disk;
  const names = new Set(known.map(({ name }) => name));
  const more = [...added].filter(([name]) => !names.has(name)).map(([name, type]) => ({ name, type }));
  return sorted([...known, ...more]);
}

function sorted(entries: TreeEntry[]): readonly TreeEntry[] {
  return entries.sort(byText(({ name }) => name));
}

/** `join`, but faster for the many paths that are normal already. */
function below(folder: string, path: string): string {
  if (path === '') return folder;
  if (path.includes('..')) return join(folder, path);
  return folder.endsWith(sep) ? folder + path : folder + sep + path;
}

function listDisk(root: string, folder: string): FolderList {
  const path = below(root, folder);
  try {
    return sorted(
      readdirSync(path, { withFileTypes: true }).map((entry): TreeEntry => {
        const type = entry.isFile()
          ? 'file'
          : entry.isDirectory()
            ? 'folder'
            : typeOnDisk(below(path, entry.name));
        return { name: entry.name, type: type ?? 'other' };
      }),
    );
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unreadable';
  }
}

/** One buffer for all files, one byte larger than the limit. */
const buffer = Buffer.allocUnsafeSlow(limits.bytes + 1);

function readDisk(root: string, path: string, isSecret: IsSecretFile): FileText {
  let file: number;
  try {
    // Without O_NONBLOCK opening a pipe would wait for a writer. Windows has neither: undefined counts as 0 here.
    file = openSync(below(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return unreadableFile(path, error);
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return unreadable(path, 'this is not a regular file');
    if (isSecret(below(root, path), stats)) return unreadable(path, holdsSecrets, holdsSecretsHelp);
    const length = readAll(file, stats.size);
    return length > limits.bytes ? tooLarge(path) : decode(path, buffer.subarray(0, length));
  } catch (error) {
    return unreadableFile(path, error);
  } finally {
    closeSync(file);
  }
}

/** `size`: as the file system states it, so that no second read is needed to find the end. */
function readAll(file: number, size: number): number {
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(file, buffer, length, buffer.length - length, null);
    if (count === 0) break;
    length += count;
    if (length === size) break;
  }
  return length;
}

function unreadableFile(path: string, error: unknown): FileText {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return unreadable(path, 'there is no such file');
    case 'ELOOP':
    case 'EMLINK':
      return unreadable(path, 'this is a symbolic link; links are not followed');
    case 'EACCES':
    case 'EPERM':
      return unreadable(path, 'permission to read the file is missing', permissionHelp);
    default:
      return unreadable(path, 'the file cannot be read');
  }
}
