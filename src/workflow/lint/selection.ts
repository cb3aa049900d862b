import type { GitFile } from '../../model/git-file.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';

/** Which texts are checked, and which of the findings are shown. */
export interface Selection {
  /** The files of the index, instead of the disk's. */
  readonly files?: ReadonlyMap<string, GitFile>;
  /** Standard input, instead of a file. */
  readonly overlay?: ReadonlyMap<string, string>;
  readonly narrow: (workspace: Workspace, result: LintResult) => Promise<LintResult>;
}

/** Checks a workspace of another moment, quietly. */
export type LintBefore = (workspace: Workspace) => Promise<LintResult>;
