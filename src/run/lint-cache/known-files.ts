import type { Source } from '../../model/document.ts';
import type { ReleasedFile, SharedFiles } from '../../workspace/documents/read-and-release.ts';

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
