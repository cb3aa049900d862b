import type { CachedFile } from '../model/lint/cached-file.ts';
import type { WorkspaceHead } from '../model/workspace.ts';
import { settlingTime } from '../workspace/files/path-state.ts';
import type { Memory } from './cache-memory.ts';
import type { FileStats } from './file-stats.ts';

/** The linter's cache in a process that checks one workspace again and again, such as a language server. */
export interface LiveMemory {
  /** For one check. What it learns is kept even if the check is never finished. */
  readonly forCheck: (check: LiveCheck) => Pick<Memory, 'recall' | 'confirm' | 'remember'>;
}

interface LiveCheck {
  readonly head: WorkspaceHead;
  readonly stats: FileStats;
  /** Texts that replace files on disk. Files with such a text, and those that inline one, are always checked again. */
  readonly overlay: ReadonlyMap<string, string>;
  /** Start of the check, before any file was read. */
  readonly started: Date;
}

interface Entry {
  readonly stat: string;
  readonly inlined: string;
  /** The times in milliseconds between which the file has no findings; null for no end. */
  readonly from: number;
  readonly until: number | null;
  readonly file: CachedFile;
  /** The number of the last check that looked for the file. */
  check: number;
}

export function createLiveMemory(): LiveMemory {
  const entries = new Map<string, Entry>();
  let context: string | undefined;
  let checks = 0;
  return {
    forCheck: ({ head, stats, overlay, started }) => {
      const now = started.getTime();
      const check = ++checks;
      let known = 0;
      const isOpen = (path: string): boolean => overlay.has(path);
      return {
        recall: (path) => {
          // The stat is taken before the file is read, so that a later change is seen as newer.
          const { key } = stats.of(path);
          const entry = entries.get(path);
          if (entry !== undefined) {
            entry.check = check;
            known++;
          }
          if (entry === undefined || isOpen(path) || entry.file.inlined.some(isOpen)) return undefined;
          if (now < entry.from || (entry.until !== null && now > entry.until)) return undefined;
          if (entry.stat !== key || entry.inlined !== stats.ofInlined(entry.file.inlined).key)
            return undefined;
          return entry.file;
        },
        confirm: (shared, inlined) => {
          // All files have been recalled by now, so other entries are of files that were deleted or renamed.
          if (known < entries.size)
            for (const [path, entry] of entries) if (entry.check !== check) entries.delete(path);
          const { environments, settings } = head;
          const documents = [...environments.values()].flatMap((one) => one.documents);
          const sources = [settings.document.source, ...documents.map(({ source }) => source), ...shared];
          const ofSources = sources.map(({ path, text }) => [path, text]);
          const opened = inlined.map((path) => overlay.get(path) ?? null);
          const ofInlined = [inlined, stats.ofInlined(inlined).key, opened];
          const names = [...environments.keys()];
          const next = JSON.stringify([names, ofSources, ofInlined, stats.ofIgnoreFilesAbove()]);
          const isSame = next === (context ?? next);
          if (!isSame) entries.clear();
          context = next;
          return isSame;
        },
        remember: (file, until) => {
          if (file.inlined.some(isOpen)) return;
          const own = stats.of(file.path);
          const inlined = stats.ofInlined(file.inlined);
          const isSettled = Math.max(own.time, inlined.time) + settlingTime < now;
          if (isSettled)
            entries.set(file.path, { stat: own.key, inlined: inlined.key, from: now, until, file, check });
        },
      };
    },
  };
}
