import type { Random } from '../../model/history/random.ts';

/** A file: its bytes as programs see them, and those that survive a power loss for certain. */
export interface DiskFile {
  readonly type: 'file';
  text: string;
  durable: string;
}

export interface DiskFolder {
  readonly type: 'folder';
  entries: Map<string, DiskNode>;
  durable: Map<string, DiskNode>;
  /** Changes of the entries that are not durable yet, in order. */
  pending: ((entries: Map<string, DiskNode>) => void)[];
}

export type DiskNode = DiskFile | DiskFolder;

/** The file system of one machine. All paths are absolute. */
export interface Disk {
  readonly node: (path: string) => DiskNode | undefined;
  /** The folder that holds a path, and the name in it; throws ENOENT. */
  readonly parent: (path: string) => { readonly folder: DiskFolder; readonly name: string };
  /** Changes entries of a folder; not durable until it is synced. */
  readonly change: (folder: DiskFolder, change: (entries: Map<string, DiskNode>) => void) => void;
  /** Loses what was not durable, but for a random part. */
  readonly losePower: () => void;
  /** The bytes that may still be written; infinite on a disk that is not full. */
  space: number;
  /** Counts the changes. */
  changes: number;
  readonly texts: () => readonly string[];
}

export function newFile(): DiskFile {
  return { type: 'file', text: '', durable: '' };
}

export function newFolder(): DiskFolder {
  return { type: 'folder', entries: new Map(), durable: new Map(), pending: [] };
}

export function errno(code: string): Error {
  return Object.assign(new Error(code), { code });
}

export function openDisk(random: Random): Disk {
  const root = newFolder();
  // The workspace has been there for long.
  const workspace = newFolder();
  root.entries.set('work', workspace);
  root.durable.set('work', workspace);
  const node = (path: string): DiskNode | undefined => {
    let at: DiskNode | undefined = root;
    for (const name of path.split('/').filter((part) => part !== '')) {
      if (at.type !== 'folder') return undefined;
      at = at.entries.get(name);
      if (at === undefined) return undefined;
    }
    return at;
  };
  const disk: Disk = {
    space: Infinity,
    changes: 0,
    node,
    parent: (path) => {
      const cut = path.lastIndexOf('/');
      const folder = node(path.slice(0, cut));
      if (folder?.type !== 'folder') throw errno('ENOENT');
      return { folder, name: path.slice(cut + 1) };
    },
    change: (folder, change) => {
      disk.changes++;
      change(folder.entries);
      folder.pending.push(change);
    },
    losePower: () => lose(root, random),
    texts: () => filesIn(root).map(({ text }) => text),
  };
  return disk;
}

function lose(node: DiskNode, random: Random): void {
  if (node.type === 'file') {
    node.text = surviving(node, random);
    node.durable = node.text;
    return;
  }
  const entries = new Map(node.durable);
  const share = random.pick([0, 0, 0.5, 1]);
  for (const change of node.pending) if (random.chance(share)) change(entries);
  node.entries = entries;
  node.durable = new Map(entries);
  node.pending = [];
  for (const each of new Set(entries.values())) lose(each, random);
}

/** What was appended survives up to some byte, possibly with zeros where bytes never arrived. */
function surviving({ text, durable }: DiskFile, random: Random): string {
  if (text === durable) return text;
  if (!text.startsWith(durable)) return random.pick([text, durable]);
  const fresh = text.slice(durable.length);
  const kept = fresh.slice(0, random.pick([0, fresh.length, random.below(fresh.length + 1)]));
  const zeros = random.chance(0.25) ? '\0'.repeat(random.below(fresh.length - kept.length + 1)) : '';
  return durable + kept + zeros;
}

function filesIn(node: DiskNode): readonly DiskFile[] {
  return node.type === 'file' ? [node] : [...node.entries.values()].flatMap(filesIn);
}
