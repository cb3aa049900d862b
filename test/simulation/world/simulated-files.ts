import type { LedgerFiles, NewFile } from '../../../src/ledger/file/ledger-files.ts';
import { errno, newFile, newFolder, type Disk, type DiskFile } from './disk.ts';
import type { FilePoint } from './faults.ts';
import type { Machine } from './machine.ts';
import type { Process } from './process.ts';

type Reach = <Result>(
  point: FilePoint,
  perform: () => Result,
  code?: string,
  part?: () => void,
) => Promise<Result>;

/** The operations that change nothing. */
const looks: ReadonlySet<FilePoint> = new Set<FilePoint>(['file look', 'file read', 'file list']);

/** The file system as one process sees it: each operation takes time, and may fail or be its last. */
export function simulatedFiles(machine: Machine, process: Process): LedgerFiles {
  const { disk, random } = machine;
  return filesOf(disk, {
    reach: (point, perform, code = 'EIO', part = () => undefined) => {
      if (!looks.has(point)) process.changes++;
      return machine.reach(process, point, {
        perform,
        fail: () => {
          part();
          throw errno(code);
        },
      });
    },
    wrote: (bytes) => {
      process.written += bytes;
    },
    part: (text) => text.slice(0, random.below(text.length + 1)),
  });
}

/** The same, at once and without faults, for looking at the disk. */
export function plainFiles(disk: Disk): LedgerFiles {
  return filesOf(disk, {
    reach: (_point, perform) => Promise.resolve().then(perform),
    wrote: () => undefined,
    part: (text) => text,
  });
}

interface Ways {
  readonly reach: Reach;
  readonly wrote: (bytes: number) => void;
  /** The part of a text that a full disk takes. */
  readonly part: (text: string) => string;
}

function filesOf(disk: Disk, { reach, wrote, part }: Ways): LedgerFiles {
  const opened = (file: DiskFile, path: string): NewFile => {
    const append = (text: string): void => {
      disk.changes++;
      file.text += text;
      wrote(text.length);
    };
    return {
      write: (text) =>
        reach(
          path.includes('/journal/') ? 'file append' : 'file write',
          () => {
            if (text.length > disk.space) {
              append(text.slice(0, disk.space));
              disk.space = 0;
              throw errno('ENOSPC');
            }
            disk.space -= text.length;
            append(text);
          },
          'ENOSPC',
          () => {
            append(part(text));
            disk.space = 0;
          },
        ),
      truncate: (bytes) =>
        reach('file truncate', () => {
          disk.changes++;
          file.text = file.text.slice(0, bytes);
        }),
      size: () => reach('file size', () => file.text.length),
      sync: () =>
        reach(
          'file sync',
          () => {
            file.durable = file.text;
          },
          'EIO',
        ),
      close: () => reach('file close', () => undefined),
    };
  };
  const fileAt = (path: string): DiskFile => {
    const node = disk.node(path);
    if (node === undefined) throw errno('ENOENT');
    if (node.type !== 'file') throw errno('EISDIR');
    return node;
  };
  const created = (path: string): DiskFile => {
    const { folder, name } = disk.parent(path);
    if (folder.entries.has(name)) throw errno('EEXIST');
    if (disk.space <= 0) throw errno('ENOSPC');
    const file = newFile();
    disk.change(folder, (entries) => entries.set(name, file));
    return file;
  };
  return {
    look: (path) => reach('file look', () => disk.node(path)?.type),
    makeFolder: (path) => reach('file make folder', () => makeFolders(disk, path), 'ENOSPC'),
    read: (path) => reach('file read', () => fileAt(path).text),
    create: async (path) => opened(await reach('file create', () => created(path), 'ENOSPC'), path),
    openEnd: async (path) =>
      opened(
        await reach(
          'file open end',
          () => (disk.node(path) === undefined ? created(path) : fileAt(path)),
          'EMFILE',
        ),
        path,
      ),
    link: (from, to) =>
      reach('file link', () => {
        const file = fileAt(from);
        const { folder, name } = disk.parent(to);
        if (folder.entries.has(name)) throw errno('EEXIST');
        disk.change(folder, (entries) => entries.set(name, file));
      }),
    rename: (from, to) =>
      reach('file rename', () => {
        const file = fileAt(from);
        const { folder, name } = disk.parent(to);
        const source = disk.parent(from);
        disk.change(folder, (entries) => {
          if (entries.get(source.name) === file) entries.delete(source.name);
          entries.set(name, file);
        });
      }),
    remove: (path) =>
      reach('file remove', () => {
        const file = fileAt(path);
        const { folder, name } = disk.parent(path);
        disk.change(folder, (entries) => {
          if (entries.get(name) === file) entries.delete(name);
        });
        disk.space += file.text.length;
      }),
    list: (path) =>
      reach('file list', () => {
        const node = disk.node(path);
        return node?.type === 'folder' ? [...node.entries.keys()].sort() : [];
      }),
    syncFolder: (path) =>
      reach('file sync folder', () => {
        const folder = disk.node(path);
        if (folder?.type !== 'folder') throw errno('ENOENT');
        folder.durable = new Map(folder.entries);
        folder.pending = [];
      }),
  };
}

/** All missing folders of a path. */
function makeFolders(disk: Disk, path: string): void {
  const parts = path.split('/').filter((part) => part !== '');
  for (let count = 1; count <= parts.length; count++) {
    const at = `/${parts.slice(0, count).join('/')}`;
    if (disk.node(at) !== undefined) continue;
    const { folder, name } = disk.parent(at);
    const made = newFolder();
    disk.change(folder, (entries) => entries.set(name, made));
  }
}
