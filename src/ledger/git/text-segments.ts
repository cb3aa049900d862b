/**
 * How the texts of a ledger are stored as files of a branch. Each commit stores a changed file whole, so a journal that
 * grows by a line a commit would cost the square of its length. Therefore a text that grows is continued in further
 * files: `7.jsonl`, `7.jsonl.1`, `7.jsonl.2`, so that only the last of them changes.
 */
import { LedgerError } from '../../model/errors.ts';
import type { Folder, Write } from '../backend.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** In characters. */
const longestSegment = 128 * 1024;
const furtherSegment = /\.jsonl\.\d+$/;

/** The files of one environment, by path below its folder. */
export interface EnvironmentFiles {
  readonly paths: () => Iterable<string>;
  /** The id of a file's content; undefined if there is no such file. */
  readonly idOf: (path: string) => string | undefined;
  readonly read: (id: string) => Promise<string>;
}

/** The changes of a commit, by path below the environment's folder. */
export type FileChanges = ReadonlyMap<string, FileContent | 'removed'>;

/** A text, or the id of a stored one. */
export type FileContent = { readonly text: string } | { readonly id: string };

export async function joinedText(files: EnvironmentFiles, name: string): Promise<string | undefined> {
  const now = filesAfter(files, new Map());
  return now.has(name) ? now.textOf(name) : undefined;
}

/** The names of the texts in a folder, sorted. */
export function listTexts(files: EnvironmentFiles, folder: Folder, hidden: string): readonly string[] {
  return [...files.paths()]
    .filter((path) => path.startsWith(folder) && path !== hidden && !furtherSegment.test(path))
    .map((path) => path.slice(folder.length))
    .filter((name) => !name.includes('/'))
    .sort();
}

/** The changes of files that these writes amount to. Throws `LedgerError` for a text that exists or is missing. */
export async function fileChanges(
  files: EnvironmentFiles,
  writes: readonly Write[],
  shown: (name: string) => string,
): Promise<FileChanges> {
  const changes = new Map<string, FileContent | 'removed'>();
  const now = filesAfter(files, changes);
  const drop = (name: string): void => {
    for (const path of now.segments(name)) changes.set(path, 'removed');
  };
  for (const write of writes) {
    if ('create' in write) {
      if (now.has(write.create)) throw wrongText(`\`${shown(write.create)}\` exists already`);
      changes.set(write.create, { text: write.text });
    } else if ('append' in write) {
      const { path, text } = await now.end(write.append);
      changes.set(path, { text: text + write.text });
    } else if ('put' in write) {
      drop(write.put);
      changes.set(write.put, { text: write.text });
    } else if ('keep' in write) {
      if (!now.has(write.keep)) throw wrongText(`\`${shown(write.keep)}\` is missing`);
      if (!now.has(write.as)) changes.set(write.as, await now.contentOf(write.keep));
    } else drop(write.remove);
  }
  return changes;
}

interface FilesAfter {
  readonly has: (path: string) => boolean;
  /** The paths of the files that a text consists of. */
  readonly segments: (name: string) => readonly string[];
  readonly textOf: (name: string) => Promise<string>;
  /** The whole content of a text: for one in a single file, without reading it. */
  readonly contentOf: (name: string) => Promise<FileContent>;
  /** The file that takes the next line of a text, and its text so far. */
  readonly end: (name: string) => Promise<{ readonly path: string; readonly text: string }>;
}

/** The files as they are after the changes so far. */
function filesAfter({ idOf, read }: EnvironmentFiles, changes: FileChanges): FilesAfter {
  const find = (path: string): FileContent | undefined => {
    const change = changes.get(path);
    if (change !== undefined) return change === 'removed' ? undefined : change;
    const id = idOf(path);
    return id === undefined ? undefined : { id };
  };
  const has = (path: string): boolean => find(path) !== undefined;
  const fileText = async (path: string): Promise<string> => {
    const content = find(path);
    if (content === undefined) return '';
    return 'text' in content ? content.text : read(content.id);
  };
  const segments = (name: string): readonly string[] => {
    const paths: string[] = [];
    for (let path = name; has(path); path = `${name}.${paths.length}`) paths.push(path);
    return paths;
  };
  const joinedSegments = async (name: string): Promise<string> => {
    const texts = [];
    for (const path of segments(name)) texts.push(await fileText(path));
    return texts.join('');
  };
  return {
    has,
    segments,
    textOf: joinedSegments,
    contentOf: async (name) => {
      const first = segments(name).length > 1 ? undefined : find(name);
      return first ?? { text: await joinedSegments(name) };
    },
    end: async (name) => {
      const paths = segments(name);
      const last = paths.at(-1) ?? name;
      const text = await fileText(last);
      return text.length < longestSegment || !furtherSegment.test(`${name}.1`)
        ? { path: last, text }
        : { path: `${name}.${paths.length}`, text: '' };
    },
  };
}

function wrongText(message: string): LedgerError {
  return new LedgerError(exitCodes.disk, `the ledger cannot be written: ${message}`);
}
