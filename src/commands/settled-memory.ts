/**
 * What the linter settled, from run to run: a file in the user's own cache folder. An entry holds as long as its file,
 * and every file that it inlines, is the same by stat, and as long as the context is: this build, the settings, the
 * environments, and all that others depend on, by content. A file that was written just before it was looked at is not
 * remembered (as git does with its index): it might change again within the same tick of the clock. Whatever is wrong
 * with the cache, the files are judged anew; it is never a reason to fail.
 */
import { createHash } from 'node:crypto';
import type { Source } from '../model/document.ts';
import type { Io } from '../model/io.ts';
import type { SettledFile } from '../model/settled.ts';
import type { WorkspaceHead } from '../model/workspace.ts';
import { fileStats } from './file-stats.ts';
import { parseSettled, settledText, type SettledEntry } from './settled-text.ts';

export interface Memory {
  readonly recall: (path: string) => SettledFile | undefined;
  readonly confirm: (shared: readonly Source[], inlined: readonly string[]) => boolean;
  readonly remember: (file: SettledFile) => void;
  /** Writes down what is settled now. */
  readonly keep: () => void;
}

/** Nothing is recalled, nothing kept. */
export const noMemory: Memory = {
  recall: () => undefined,
  confirm: () => true,
  remember: () => undefined,
  keep: () => undefined,
};

/** How long a file must have been left alone, in milliseconds, before a result is believed by its times. */
const settlingTime = 2_000;

/** `given` is what a result depends on beside files: what was asked for. */
export function openMemory(io: Io, head: WorkspaceHead, given: readonly string[]): Memory {
  const { cache } = io;
  if (cache === undefined) return noMemory;
  const name = `lint-${createHash('sha256').update(head.root).digest('hex').slice(0, 16)}.json`;
  const started = io.clock.now().getTime();
  const stats = fileStats(head.root);
  const stored = parseSettled(cache.build, cache.read(name) ?? '') ?? { context: '', files: [] };
  const entries = new Map(stored.files.map((entry) => [entry.file.path, entry]));
  const next: SettledEntry[] = [];
  let context = '';
  let isChanged = false;
  return {
    recall: (path) => {
      // Asked before anybody reads the file: what changes later is seen to be newer.
      const { key } = stats.of(path);
      const entry = entries.get(path);
      if (entry === undefined) return undefined;
      const { stat, inlined, file } = entry;
      if (key !== stat || stats.ofInlined(file.inlined).key !== inlined) return undefined;
      next.push(entry);
      return file;
    },
    confirm: (shared, inlined) => {
      context = contextOf(head, [...given, stats.ofInlined(inlined).key, stats.ofIgnoreFilesAbove()], shared);
      if (next.length === 0 || context === stored.context) return true;
      next.length = 0;
      return false;
    },
    remember: (file) => {
      isChanged = true;
      const own = stats.of(file.path);
      const inlined = stats.ofInlined(file.inlined);
      const time = Math.max(own.time, inlined.time);
      if (time + settlingTime < started) next.push({ stat: own.key, inlined: inlined.key, file });
    },
    keep: () => {
      const isSame = !isChanged && next.length === stored.files.length;
      if (!isSame) cache.write(name, settledText(cache.build, { context, files: next }));
    },
  };
}

/** A hash of everything that the result of a file depends on, but for the file itself. */
function contextOf(
  { settings, environments }: WorkspaceHead,
  given: readonly string[],
  shared: readonly Source[],
): string {
  const hash = createHash('sha256');
  const add = (text: string): void => {
    hash.update(`${text.length}:${text}\n`);
  };
  given.forEach(add);
  const documents = [...environments.values()].flatMap((one) => one.documents);
  for (const { path, text } of [
    settings.document.source,
    ...documents.map(({ source }) => source),
    ...shared,
  ]) {
    add(path);
    add(text);
  }
  return hash.digest('hex');
}
