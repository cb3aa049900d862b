/**
 * What the linter settled, from run to run: a file in the user's own cache folder. An entry holds as long as its file,
 * and every file that it inlines, is the same by stat, and as long as the context is: this build, the settings, the
 * environments, and all that others depend on, by content. A file that was written just before it was looked at is not
 * remembered (as git does with its index): it might change again within the same tick of the clock. Whatever is wrong
 * with the cache, the files are checked again; it is never a reason to fail.
 */
import { createHash } from 'node:crypto';
import type { Source } from '../model/document.ts';
import type { Cache } from '../model/io.ts';
import type { CachedFile } from '../model/lint/cached-file.ts';
import type { WorkspaceHead } from '../model/workspace.ts';
import type { FileStats } from './file-stats.ts';
import { parseCache, cacheText, type CacheContent, type CacheEntry } from './cache-text.ts';

export interface Memory {
  readonly recall: (path: string) => CachedFile | undefined;
  readonly confirm: (shared: readonly Source[], inlined: readonly string[]) => boolean;
  /** A file that is checked inlines these, whatever becomes of it. */
  readonly meet: (inlined: readonly string[]) => void;
  readonly remember: (file: CachedFile) => void;
  /** All files that were met in `$(file:path)`. */
  readonly inlined: () => readonly string[];
  /** Writes down what is settled now. */
  readonly keep: () => void;
}

/** Nothing is recalled, nothing kept. */
export const noMemory: Memory = {
  recall: () => undefined,
  confirm: () => true,
  meet: () => undefined,
  remember: () => undefined,
  inlined: () => [],
  keep: () => undefined,
};

/** How long a file must have been left alone, in milliseconds, before a result is believed by its times. */
export const settlingTime = 2_000;

export interface MemoryPlace {
  readonly cache: Cache | undefined;
  /** When the run began, before any file was looked at. */
  readonly started: Date;
}

/** `given` is what a result depends on beside files: what was asked for. */
export function openMemory(
  { cache, started: now }: MemoryPlace,
  head: WorkspaceHead,
  stats: FileStats,
  given: readonly string[],
): Memory {
  if (cache === undefined) return noMemory;
  const name = cacheName('lint', head);
  const started = now.getTime();
  let known: { readonly stored: CacheContent; readonly entries: ReadonlyMap<string, CacheEntry> } | undefined;
  // Read late: where nothing has changed, no one asks.
  const recalled = (): NonNullable<typeof known> => {
    if (known !== undefined) return known;
    const stored = parseCache(cache.build, cache.read(name) ?? '') ?? { context: '', files: [] };
    known = { stored, entries: new Map(stored.files.map((entry) => [entry.file.path, entry])) };
    return known;
  };
  const met = new Set<string>();
  const next: CacheEntry[] = [];
  let context = '';
  let isChanged = false;
  return {
    recall: (path) => {
      // Asked before anybody reads the file: what changes later is seen to be newer.
      const { key } = stats.of(path);
      const entry = recalled().entries.get(path);
      if (entry === undefined) return undefined;
      const { stat, inlined, file } = entry;
      if (key !== stat || stats.ofInlined(file.inlined).key !== inlined) return undefined;
      next.push(entry);
      for (const one of file.inlined) met.add(one);
      return file;
    },
    confirm: (shared, inlined) => {
      for (const one of inlined) met.add(one);
      const others = [...given, stats.ofInlined(inlined).key, stats.ofIgnoreFilesAbove()];
      for (const { path, text } of shared) others.push(path, text);
      context = hashOfHead(head, others);
      if (next.length === 0 || context === recalled().stored.context) return true;
      next.length = 0;
      return false;
    },
    meet: (inlined) => {
      for (const one of inlined) met.add(one);
    },
    remember: (file) => {
      isChanged = true;
      const own = stats.of(file.path);
      const inlined = stats.ofInlined(file.inlined);
      const time = Math.max(own.time, inlined.time);
      if (time + settlingTime < started) next.push({ stat: own.key, inlined: inlined.key, file });
    },
    inlined: () => [...met].sort(),
    keep: () => {
      const isSame = !isChanged && next.length === recalled().stored.files.length;
      if (!isSame) cache.write(name, cacheText(cache.build, { context, files: next }));
    },
  };
}

/** The name in the cache of what is kept of a workspace. */
export function cacheName(what: 'lint' | 'quiet', { root }: WorkspaceHead): string {
  return `${what}-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.json`;
}

/** A hash of settings, environments (one may have no document) and `others`: with these every result changes. */
export function hashOfHead({ settings, environments }: WorkspaceHead, others: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (text: string): void => {
    hash.update(`${text.length}:${text}\n`);
  };
  others.forEach(add);
  for (const name of environments.keys()) add(name);
  const documents = [...environments.values()].flatMap((one) => one.documents);
  for (const { path, text } of [settings.document.source, ...documents.map(({ source }) => source)]) {
    add(path);
    add(text);
  }
  return hash.digest('hex');
}
