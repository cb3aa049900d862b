import { errorCode } from '../../text/system/system-errors.ts';
import type { BackendLock, Write } from '../backend.ts';
import type { LedgerFiles, NewFile } from './ledger-files.ts';
import type { LedgerFolder } from './ledger-folder.ts';
import { withoutLinks, writeDurably } from './lock-record.ts';

export interface FileWriter extends Pick<BackendLock, 'reserve'> {
  /** Throws the system's error. */
  readonly write: (write: Write) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface WriterPlace {
  readonly files: LedgerFiles;
  readonly folder: LedgerFolder;
  /** The nonce of the lock, for the names of temporary files. */
  readonly holder: string;
  /** Throws if the lock is not ours any more. */
  readonly checkHeld: () => Promise<void>;
}

/** A file that stays open for the lines that follow. */
interface FileGrowth {
  readonly file: NewFile;
  bytes: number;
}

const spaceFile = 'space.tmp';
/** In bytes: a plan may need more than fits into one string. */
const spacePiece = 1024 * 1024;

/** Writes the texts of one lock as files. */
export function fileWriter({ files, folder, holder, checkHeld }: WriterPlace): FileWriter {
  const grown = new Map<string, FileGrowth>();
  let hasSpace = false;

  const freeSpace = async (): Promise<void> => {
    if (!hasSpace) return;
    hasSpace = false;
    await files.remove(folder.at(spaceFile)).catch(() => undefined);
  };

  const opened = async (name: string, mode: 'create' | 'append'): Promise<FileGrowth> => {
    const known = grown.get(name);
    if (known !== undefined && mode === 'create')
      throw Object.assign(new Error(`${name} exists`), { code: 'EEXIST' });
    if (known !== undefined) return known;
    const inner = parentOf(name);
    if (inner !== '') await files.makeFolder(folder.at(inner));
    const path = folder.at(name);
    const file = await (mode === 'create' ? files.create(path) : files.openEnd(path));
    const made = { file, bytes: 0 };
    // From here on `close` closes it, whatever fails.
    grown.set(name, made);
    made.bytes = await file.size();
    await files.syncFolder(folder.at(inner));
    if (inner !== '') await files.syncFolder(folder.at(''));
    return made;
  };

  const grow = async (name: string, text: string, mode: 'create' | 'append'): Promise<void> => {
    const { file, bytes } = await opened(name, mode);
    try {
      await file.write(text);
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC' || !hasSpace) throw error;
      await freeSpace();
      await file.truncate(bytes);
      await file.write(text);
    }
    await file.sync();
    grown.set(name, { file, bytes: bytes + Buffer.byteLength(text) });
  };

  const put = async (name: string, text: string): Promise<void> => {
    const inner = parentOf(name);
    if (inner !== '') await files.makeFolder(folder.at(inner));
    const temporary = folder.at(`${name}.${holder}.tmp`);
    try {
      await writeDurably(files, temporary, text);
      await checkHeld();
      await files.rename(temporary, folder.at(name));
    } catch (error) {
      await files.remove(temporary).catch(() => undefined);
      throw error;
    }
    await files.syncFolder(folder.at(inner));
    if (inner !== '') await files.syncFolder(folder.at(''));
  };

  return {
    write: async (write) => {
      if ('create' in write) return grow(write.create, write.text, 'create');
      if ('append' in write) return grow(write.append, write.text, 'append');
      if ('put' in write) return put(write.put, write.text);
      if ('keep' in write) return keepBytes(files, folder.at(write.keep), folder.at(write.as));
      await grown.get(write.remove)?.file.close();
      grown.delete(write.remove);
      return removed(files, folder.at(write.remove));
    },
    reserve: async (bytes) => {
      if (bytes === 0) return;
      // A disk too full for the whole of it fails here, before the first request.
      await files.remove(folder.at(spaceFile)).catch(() => undefined);
      hasSpace = true;
      const piece = '\0'.repeat(Math.min(bytes, spacePiece));
      await writeDurably(files, folder.at(spaceFile), piece, Math.ceil(bytes / piece.length));
    },
    close: async () => {
      await freeSpace();
      for (const { file } of grown.values()) await file.close();
      grown.clear();
    },
  };
}

/** `journal/` for `journal/7.jsonl`. */
function parentOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

/** A second name for the bytes; copies them if the file system has no links. */
async function keepBytes(files: LedgerFiles, from: string, to: string): Promise<void> {
  try {
    await files.link(from, to);
  } catch (error) {
    const code = errorCode(error);
    // There already if a run stopped after this.
    if (code === 'EEXIST') return;
    if (!withoutLinks.has(code)) throw error;
    await writeDurably(files, to, await files.read(from));
  }
}

async function removed(files: LedgerFiles, path: string): Promise<void> {
  await files.remove(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}
