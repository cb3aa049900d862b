/**
 * The linter's cache between runs: one file in the user's cache folder. An entry is valid while its file and every file
 * inlined in it are unchanged by stat, and while the context is unchanged by content: this build, the settings, the
 * environments, and the files that others depend on. A file written just before the run is not cached (as in git's
 * index), because it might change again within the same clock tick. If anything is wrong with the cache, the files are
 * checked again; it never makes a run fail.
 */
import { createHash } from 'node:crypto';
import type { Source } from '../model/document.ts';
import type { Cache } from '../model/io.ts';
import type { CachedFile } from '../model/lint/cached-file.ts';
import type { WorkspaceHead } from '../model/workspace.ts';
import { settlingTime } from '../workspace/files/path-state.ts';
import type { FileStats } from './file-stats.ts';
import { parseCache, cacheText, type CacheContent, type CacheEntry } from './cache-text.ts';

export interface Memory {
  readonly recall: (path: string) => CachedFile | undefined;
  readonly confirm: (shared: readonly Source[], inlined: readonly string[]) => boolean;
  readonly remember: (file: CachedFile) => void;
  /** Writes the cache file if it changed. */
  readonly keep: () => void;
}

/** Used without a cache folder: recalls and writes nothing. */
export const noMemory: Memory = {
  recall: () => undefined,
  confirm: () => true,
  remember: () => undefined,
  keep: () => undefined,
};

export interface MemoryPlace {
  readonly cache: Cache | undefined;
  /** Start of the run, before any file was read. */
  readonly started: Date;
}

/** Opens the cache. `given`: inputs other than files that results depend on, such as command-line options. */
export function openMemory(
  { cache, started: now }: MemoryPlace,
  head: WorkspaceHead,
  stats: FileStats,
  given: readonly string[],
): Memory {
  if (cache === undefined) return noMemory;
  const name = cacheName(head);
  const started = now.getTime();
  let known: { readonly stored: CacheContent; readonly entries: ReadonlyMap<string, CacheEntry> } | undefined;
  // Read lazily: not needed if nothing has changed.
  const recalled = (): NonNullable<typeof known> => {
    if (known !== undefined) return known;
    const stored = parseCache(cache.build, cache.read(name) ?? '') ?? { context: '', files: [] };
    known = { stored, entries: new Map(stored.files.map((entry) => [entry.file.path, entry])) };
    return known;
  };
  const next: CacheEntry[] = [];
  let context = '';
  let isChanged = false;
  return {
    recall: (path) => {
      // The stat is taken before the file is read, so that a later change is seen as newer.
      const { key } = stats.of(path);
      const entry = recalled().entries.get(path);
      if (entry === undefined) return undefined;
      const { stat, inlined, file } = entry;
      if (key !== stat || stats.ofInlined(file.inlined).key !== inlined) return undefined;
      next.push(entry);
      return file;
    },
    confirm: (shared, inlined) => {
      const others = [...given, stats.ofInlined(inlined).key, stats.ofIgnoreFilesAbove()];
      for (const { path, text } of shared) others.push(path, text);
      context = hashOfHead(head, others);
      if (next.length === 0 || context === recalled().stored.context) return true;
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
      const isSame = !isChanged && next.length === recalled().stored.files.length;
      if (!isSame) cache.write(name, cacheText(cache.build, { context, files: next }));
    },
  };
}

/** Name of the cache file for a workspace. */
function cacheName({ root }: WorkspaceHead): string {
  return `lint-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.json`;
}

/** A hash of the settings, the environments (which may have no document) and `others`: all results depend on these. */
function hashOfHead({ settings, environments }: WorkspaceHead, others: readonly string[]): string {
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
