import { byText } from '../../text/lists/compare-texts.ts';
import type { GitFile } from '../../model/io.ts';
import { decode, unreadable } from './decode.ts';
import type { FileTree, TreeEntry } from './file-tree.ts';
import type { EntryType } from './entry-type.ts';
import { holdsSecrets, holdsSecretsHelp, isNamedLikeSecret } from './named-like-secret.ts';
import { nothingIgnored, withOuterIgnoreFile, type IgnoreRules } from './ignored.ts';

/** The files of a commit or of the index as a tree; `overlay` replaces or adds contents. Links are not followed. */
export function fileSetTree(
  files: ReadonlyMap<string, GitFile>,
  overlay: ReadonlyMap<string, string> = new Map(),
): FileTree {
  const folders = foldersOf([...files.keys(), ...overlay.keys()]);
  const typeOf = (path: string): EntryType | undefined => {
    if (overlay.has(path)) return 'file';
    const file = files.get(path);
    if (file === undefined) return folders.has(path) ? 'folder' : undefined;
    return file.type === 'link' && leadsToFolder(files, folders, path) ? 'folder-link' : file.type;
  };
  const lists = new Map<string, readonly TreeEntry[]>();
  return {
    typeOf,
    list: (folder) => {
      const names = folders.get(folder);
      if (names === undefined) return 'absent';
      const list = lists.get(folder) ?? listOf(folder, names, typeOf);
      lists.set(folder, list);
      return list;
    },
    read: (path) => {
      const text = overlay.get(path);
      if (text !== undefined) return decode(path, Buffer.from(text));
      const file = files.get(path);
      if (file === undefined) return unreadable(path, 'there is no such file');
      if (file.type === 'link') return unreadable(path, 'this is a symbolic link; links are not followed');
      if (file.type === 'other') return unreadable(path, 'this is not a regular file');
      if (isNamedLikeSecret(path.slice(path.lastIndexOf('/') + 1)))
        return unreadable(path, holdsSecrets, holdsSecretsHelp);
      return decode(path, file.bytes());
    },
  };
}

/** The `.gitignore` files above the workspace in the same commit or index, in which each file is tracked. */
export function outerIgnoredOf(files: ReadonlyMap<string, GitFile>, root: string): IgnoreRules {
  const above = [...files.keys()].filter((path) => path.startsWith('../'));
  return above
    .sort((a, b) => b.length - a.length)
    .reduce<IgnoreRules>(
      (ignored, path) => {
        const read = decode(path, files.get(path)?.bytes() ?? new Uint8Array());
        const names = root.split(/[/\\]/).slice(-path.split('/').length + 1);
        return 'source' in read ? withOuterIgnoreFile(ignored, names.join('/'), read.source) : ignored;
      },
      { ...nothingIgnored, isTracked: () => true },
    );
}

/** The names in each folder. */
function foldersOf(paths: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of paths) {
    if (path.startsWith('../')) continue;
    for (let child = path; child !== '';) {
      const cut = child.lastIndexOf('/');
      const folder = cut === -1 ? '' : child.slice(0, cut);
      const names = folders.get(folder);
      names?.add(child.slice(cut + 1));
      if (names !== undefined) break;
      folders.set(folder, new Set([child.slice(cut + 1)]));
      child = folder;
    }
  }
  return folders;
}

function listOf(
  folder: string,
  names: ReadonlySet<string>,
  typeOf: (path: string) => EntryType | undefined,
): readonly TreeEntry[] {
  const entries = [...names].map((name): TreeEntry => {
    return { name, type: typeOf(folder === '' ? name : `${folder}/${name}`) ?? 'other' };
  });
  return entries.sort(byText(({ name }) => name));
}

const mostLinks = 8;

/** Whether a link leads to a folder in the set. A link out of the workspace counts as a link to a file. */
function leadsToFolder(
  files: ReadonlyMap<string, GitFile>,
  folders: ReadonlyMap<string, ReadonlySet<string>>,
  link: string,
): boolean {
  let path: string | undefined = link;
  for (let count = 0; count < mostLinks; count++) {
    const file = files.get(path);
    if (file?.type !== 'link') return folders.has(path);
    const target = Buffer.from(file.bytes()).toString('utf8').replace(/\/+$/, '');
    if (target.startsWith('/')) return false;
    path = targetOf(path, target);
    if (path === undefined) return false;
  }
  return false;
}

/** The path that a link leads to; undefined outside of the set. */
function targetOf(link: string, target: string): string | undefined {
  const names = link.split('/').slice(0, -1);
  for (const name of target.split('/')) {
    if (name === '..' && names.pop() === undefined) return undefined;
    if (!['', '.', '..'].includes(name)) names.push(name);
  }
  return names.join('/');
}
