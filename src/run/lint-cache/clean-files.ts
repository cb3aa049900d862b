import { createHash } from 'node:crypto';
import { knownPasses, type KnownPasses, type PolicyPasses } from '../../lint/policy/known-passes.ts';
import type { Source } from '../../model/document.ts';
import type { Cache } from '../../model/io.ts';
import type { WorkspaceHead } from '../../model/workspace.ts';
import type { ReleasedFile, SharedFiles } from '../../workspace/documents/read-and-release.ts';
import { settingsFile } from '../../workspace/files/discover.ts';
import { settlingTime } from '../../workspace/files/path-state.ts';
import type { FileStats } from './file-stats.ts';

/** The results of earlier checks of the files of a workspace. */
export interface KnownFiles {
  /** Called once, before any other. */
  readonly begin: (shared: Pick<SharedFiles, 'sources' | 'inlined'>) => void;
  /** The rest that an earlier check in this process kept of an unchanged file. */
  readonly recall: (source: Source) => ReleasedFile | undefined;
  /**
   * The last time, in milliseconds, at which an unchanged file has no findings of its own, null for no end; undefined if
   * it has to be checked.
   */
  readonly cleanUntil: (path: string, inlined: readonly string[]) => number | null | undefined;
  /** Called with each file that has no findings of its own. */
  readonly remember: (file: ReleasedFile, until: number | null) => void;
}

export const nothingKnown: KnownFiles = {
  begin: () => undefined,
  recall: () => undefined,
  cleanUntil: () => undefined,
  remember: () => undefined,
};

/**
 * The linter's cache between runs: one file in the user's cache folder, which names the files without findings of their
 * own. They are read, parsed and compiled like the others, but not checked alone. An entry is valid while its file and
 * every file inlined in it are unchanged by stat, and while the context is unchanged: this build, the options, the
 * settings, the environments, and the files that others depend on. A file written just before the run is not named (as
 * in git's index), because it might change again within the same clock tick. If anything is wrong with the cache, the
 * files are checked; it never makes a run fail.
 */

export interface CleanFiles extends KnownFiles {
  /** Whether an earlier run wrote a cache file. */
  readonly isKnown: boolean;
  /** Whether the lint policies were valid when the cache was written, and are the same. */
  readonly hasValidPolicies: () => boolean;
  /** Evaluations of policies that passed, of the same policies. */
  readonly passes: () => KnownPasses;
  /** Writes the cache file if it changed. */
  readonly keep: (hasValidPolicies: boolean) => void;
  /** Writes an empty cache file: the next run names files. */
  readonly start: () => void;
}

/** The content of the cache file. */
interface StoredCache {
  /** The inputs that all results depend on. */
  readonly context: string;
  /** The settings and environments with which the lint policies were valid; empty if unknown. */
  readonly policies: string;
  readonly passes: PolicyPasses;
  /** The time of the checks, in milliseconds. */
  readonly from: number;
  /** By path: the stat key of the file and of those inlined in it, and the last time without findings. */
  readonly files: Readonly<Record<string, readonly [stat: string, until: number | null]>>;
}

const nothing: StoredCache = { context: '', policies: '', passes: {}, from: 0, files: {} };

interface CleanFilesPlace {
  readonly cache: Cache | undefined;
  /** Start of the run, before any file was read. */
  readonly started: Date;
  /** The time as of which files are checked. */
  readonly now: Date;
}

/** Opens the cache. `given`: inputs other than files that results depend on, such as command-line options. */
export function openCleanFiles(
  { cache, started: start, now }: CleanFilesPlace,
  head: WorkspaceHead,
  stats: FileStats,
  given: readonly string[],
): CleanFiles {
  const name = `lint-${checksum(head.root)}.json`;
  const text = cache?.read(name);
  const stored = (cache && text !== undefined ? parseStored(cache.build, text) : undefined) ?? nothing;
  const started = start.getTime();
  const asOf = now.getTime();
  const environments = [...head.environments.keys()];
  // The policies and what they may name are all in the settings.
  const ofPolicies = JSON.stringify([stats.of(settingsFile).key, environments]);
  const files = Object.create(null) as Record<string, readonly [string, number | null]>;
  let context = '';
  let isSettled = false;
  let passes: KnownPasses | undefined;
  const hasValidPolicies = (): boolean => stored.policies === ofPolicies;
  const passesBefore = (): PolicyPasses => (hasValidPolicies() ? stored.passes : {});
  const statOf = (
    path: string,
    inlined: readonly string[],
  ): { readonly key: string; readonly time: number } => {
    const [own, others] = [stats.of(path), stats.ofInlined(inlined)];
    return { key: `${own.key} ${others.key}`, time: Math.max(own.time, others.time) };
  };
  return {
    ...nothingKnown,
    isKnown: text !== undefined,
    hasValidPolicies,
    passes: () => (passes ??= knownPasses(passesBefore())),
    begin: ({ sources, inlined }) => {
      const paths = [...filesOfHead(head), ...sources.map(({ path }) => path)];
      const states = [...paths.map(stats.of), stats.ofInlined(inlined)];
      isSettled = states.every(({ time }) => time + settlingTime < started);
      const keys = states.map(({ key }) => key);
      context = JSON.stringify([given, environments, paths, inlined, keys, stats.ofIgnoreFilesAbove()]);
    },
    cleanUntil: (path, inlined) => {
      const [stat, until] = (Object.hasOwn(stored.files, path) ? stored.files[path] : undefined) ?? [];
      if (until === undefined || stored.context !== context || asOf < stored.from) return undefined;
      if (until !== null && asOf > until) return undefined;
      return statOf(path, inlined).key === stat ? until : undefined;
    },
    remember: ({ source, inlined }, until) => {
      if (cache === undefined) return;
      const { key, time } = statOf(source.path, inlined);
      if (time + settlingTime < started) files[source.path] = [key, until];
    },
    keep: (areValid) => {
      const passed = passes?.changed();
      const policies = areValid && isSettled ? ofPolicies : '';
      const from = stored.context === context ? stored.from : asOf;
      const next = {
        context,
        policies,
        passes: passed ?? passesBefore(),
        from,
        files: isSettled ? files : {},
      };
      if (passed === undefined && JSON.stringify(next) === JSON.stringify(stored)) return;
      cache?.write(name, storedText(cache.build, { ...next, from: asOf }));
    },
    start: () => cache?.write(name, storedText(cache.build, nothing)),
  };
}

/** The files that all results depend on: the settings, and those of the environments. */
function filesOfHead({ settings, environments }: WorkspaceHead): readonly string[] {
  const documents = [...environments.values()].flatMap((one) => one.documents);
  return [settings.document.source.path, ...documents.map(({ source }) => source.path)];
}

/** One line with the build and the checksum, one line of JSON. */
function storedText(build: string, stored: StoredCache): string {
  const text = JSON.stringify(stored);
  return `${build} ${checksum(text)}\n${text}`;
}

/** Undefined unless the text is exactly what `storedText` of the same build wrote. */
function parseStored(build: string, text: string): StoredCache | undefined {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  return end !== -1 && text.slice(0, end) === `${build} ${checksum(body)}`
    ? (JSON.parse(body) as StoredCache)
    : undefined;
}

/** Above this length SHA-256 is faster, although its library must be loaded. */
const longText = 250_000;

/** The largest prime below 2 ** 64. */
const prime = 0xffff_ffff_ffff_ffc5n;

/**
 * The bytes as one large number, modulo a prime, or a part of SHA-256: for damage, not for attackers. A loop over the
 * characters takes milliseconds until V8 has optimized it, the arithmetic of large numbers is native.
 */
function checksum(text: string): string {
  if (text.length > longText) return createHash('sha256').update(text).digest('hex').slice(0, 16);
  // The leading 1 makes zeros at the start count.
  const number = BigInt(`0x1${Buffer.from(text).toString('hex')}`);
  return (number % prime).toString(16).padStart(16, '0');
}
