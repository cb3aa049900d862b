import type { WorkspaceHead } from '../../model/workspace.ts';
import type { ReleasedFile } from '../../workspace/documents/read-and-release.ts';
import { settlingTime } from '../../workspace/files/path-state.ts';
import type { FileStats } from './file-stats.ts';
import type { KnownFiles } from './clean-files.ts';

/** Results kept in a process that checks one workspace again and again, such as a language server. */
export interface LiveFiles {
  /** For one check. What it finds out is kept even if the check is never finished. */
  readonly forCheck: (check: LiveCheck) => KnownFiles;
}

interface LiveCheck {
  readonly head: WorkspaceHead;
  /** Paths of all resource files. */
  readonly paths: readonly string[];
  readonly stats: FileStats;
  /** Texts that replace files on disk. Files with such a text, and those that inline one, are always checked again. */
  readonly overlay: ReadonlyMap<string, string>;
  readonly now: Date;
}

interface LiveFile {
  readonly file: ReleasedFile;
  readonly inlined: string;
  /** The times in milliseconds between which the file has no findings; null for no end. */
  readonly from: number;
  readonly until: number | null;
}

export function createLiveFiles(): LiveFiles {
  const known = new Map<string, LiveFile>();
  let context: string | undefined;
  return {
    forCheck: ({ head, paths, stats, overlay, now }) => {
      const from = now.getTime();
      const isOpen = (path: string): boolean => overlay.has(path);
      return {
        begin: ({ sources: shared, inlined }) => {
          const { environments, settings } = head;
          const documents = [...environments.values()].flatMap((one) => one.documents);
          const sources = [settings.document.source, ...documents.map(({ source }) => source), ...shared];
          const texts = sources.map(({ path, text }) => [path, text]);
          const opened = inlined.map((path) => overlay.get(path) ?? null);
          const names = [...environments.keys()];
          const before = context;
          const ofInlined = [inlined, stats.ofInlined(inlined).key, opened];
          context = JSON.stringify([names, texts, ofInlined, stats.ofIgnoreFilesAbove()]);
          if (before !== context) known.clear();
          const present = new Set(paths);
          for (const path of known.keys()) if (!present.has(path)) known.delete(path);
        },
        recall: ({ path, text }) => {
          const found = known.get(path);
          if (found?.file.source.text !== text) return undefined;
          const { file, inlined } = found;
          if (isOpen(path) || file.inlined.some(isOpen)) return undefined;
          if (from < found.from || (found.until !== null && from > found.until)) return undefined;
          return stats.ofInlined(file.inlined).key === inlined ? file : undefined;
        },
        cleanUntil: () => undefined,
        remember: (file, until) => {
          const inlined = stats.ofInlined(file.inlined);
          if (file.inlined.some(isOpen) || inlined.time + settlingTime >= from) return;
          known.set(file.source.path, { file, inlined: inlined.key, from, until });
        },
      };
    },
  };
}
