/**
 * The linter's cache between runs: one file in the user's cache folder. An entry is valid while its file and every file
 * inlined in it are unchanged by stat, and while the context is unchanged: this build, the settings, the environments, and the
 * files that others depend on. A file written just before the run is not cached (as in git's
 * index), because it might change again within the same clock tick. If anything is wrong with the cache, the files are
 * checked again; it never makes a run fail.
 */
import { knownPasses, type KnownPasses, type PolicyPasses } from '../lint/policy/known-passes.ts';
import type { Source } from '../model/document.ts';
import type { Cache } from '../model/io.ts';
import type { CachedFile } from '../model/lint/cached-file.ts';
import type { WorkspaceHead } from '../model/workspace.ts';
import { settingsFile } from '../workspace/files/discover.ts';
import { settlingTime } from '../workspace/files/path-state.ts';
import type { FileStats } from './file-stats.ts';
import { checksum } from '../text/checksum.ts';
import { parseCache, cacheText, type CacheContent, type CacheEntry } from './cache-text.ts';

export interface Memory {
  /** Whether an earlier run wrote a cache file. */
  readonly isKnown: boolean;
  /** Whether the lint policies were valid when the cache was written, and are the same. */
  readonly hasValidPolicies: () => boolean;
  /** Evaluations of policies that passed, of the same policies. */
  readonly passes: () => KnownPasses;
  readonly recall: (path: string) => CachedFile | undefined;
  readonly confirm: (shared: readonly Source[], inlined: readonly string[]) => boolean;
  /** `until`: the last time, in milliseconds, at which the file has no findings; null for no end. */
  readonly remember: (file: CachedFile, until: number | null) => void;
  /** Writes the cache file if it changed. */
  readonly keep: (hasValidPolicies: boolean) => void;
  /** Writes an empty cache file: the next run caches files. */
  readonly begin: () => void;
}

const nothing: CacheContent = { context: '', policies: '', passes: {}, from: 0, files: [] };

/** Used without a cache folder: recalls and writes nothing. */
export const noMemory: Memory = {
  isKnown: false,
  hasValidPolicies: () => false,
  passes: () => knownPasses({}),
  recall: () => undefined,
  confirm: () => true,
  remember: () => undefined,
  keep: () => undefined,
  begin: () => undefined,
};

export interface MemoryPlace {
  readonly cache: Cache | undefined;
  /** Start of the run, before any file was read. */
  readonly started: Date;
  /** The time as of which files are checked. */
  readonly now: Date;
}

/** Opens the cache. `given`: inputs other than files that results depend on, such as command-line options. */
export function openMemory(
  { cache, started: start, now }: MemoryPlace,
  head: WorkspaceHead,
  stats: FileStats,
  given: readonly string[],
): Memory {
  if (cache === undefined) return noMemory;
  const name = cacheName(head);
  const started = start.getTime();
  const asOf = now.getTime();
  let known: { readonly stored: CacheContent; readonly entries: ReadonlyMap<string, CacheEntry> } | undefined;
  let text = cache.read(name);
  const isKnown = text !== undefined;
  const recalled = (): NonNullable<typeof known> => {
    if (known !== undefined) return known;
    const stored = parseCache(cache.build, text ?? '') ?? nothing;
    text = undefined;
    known = { stored, entries: new Map(stored.files.map((entry) => [entry.file.path, entry])) };
    return known;
  };
  const next: CacheEntry[] = [];
  const environments = [...head.environments.keys()];
  // The policies and what they may name are all in the settings.
  const ofPolicies = JSON.stringify([stats.of(settingsFile).key, environments]);
  let context = '';
  let isSettled = false;
  let isChanged = false;
  let passes: KnownPasses | undefined;
  const hasValidPolicies = (): boolean => recalled().stored.policies === ofPolicies;
  const passesBefore = (): PolicyPasses => (hasValidPolicies() ? recalled().stored.passes : {});
  return {
    isKnown,
    hasValidPolicies,
    passes: () => (passes ??= knownPasses(passesBefore())),
    recall: (path) => {
      // The stat is taken before the file is read, so that a later change is seen as newer.
      const { key } = stats.of(path);
      const entry = recalled().entries.get(path);
      if (entry === undefined) return undefined;
      const { stat, inlined, until, file } = entry;
      if (asOf < recalled().stored.from || (until !== null && asOf > until)) return undefined;
      if (key !== stat || stats.ofInlined(file.inlined).key !== inlined) return undefined;
      next.push(entry);
      return file;
    },
    confirm: (shared, inlined) => {
      const paths = [...filesOfHead(head), ...shared.map(({ path }) => path)];
      const states = [...paths.map(stats.of), stats.ofInlined(inlined)];
      isSettled = states.every(({ time }) => time + settlingTime < started);
      const keys = states.map(({ key }) => key);
      context = JSON.stringify([given, environments, paths, inlined, keys, stats.ofIgnoreFilesAbove()]);
      if (next.length === 0 || context === recalled().stored.context) return true;
      next.length = 0;
      return false;
    },
    remember: (file, until) => {
      const own = stats.of(file.path);
      const inlined = stats.ofInlined(file.inlined);
      const time = Math.max(own.time, inlined.time);
      if (time + settlingTime >= started) return;
      next.push({ stat: own.key, inlined: inlined.key, until, file });
      isChanged = true;
    },
    keep: (areValid) => {
      const passed = passes?.changed();
      const isSame = !isChanged && next.length === recalled().stored.files.length && passed === undefined;
      if (isSame) return;
      const policies = areValid && isSettled ? ofPolicies : '';
      const files = isSettled ? next : [];
      const content = { context, policies, passes: passed ?? passesBefore(), from: asOf, files };
      cache.write(name, cacheText(cache.build, content));
    },
    begin: () => cache.write(name, cacheText(cache.build, nothing)),
  };
}

/** Name of the cache file for a workspace. */
function cacheName({ root }: WorkspaceHead): string {
  return `lint-${checksum(root)}.json`;
}

/** The files that all results depend on: the settings, and those of the environments. */
function filesOfHead({ settings, environments }: WorkspaceHead): readonly string[] {
  const documents = [...environments.values()].flatMap((one) => one.documents);
  return [settings.document.source.path, ...documents.map(({ source }) => source.path)];
}
