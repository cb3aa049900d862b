import type { GitFile } from '../../model/git-file.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';

/** The texts to check, and the findings to show. */
export interface Selection {
  /** The files of the git index, instead of those on disk. */
  readonly files?: ReadonlyMap<string, GitFile>;
  /** Standard input, instead of a file. */
  readonly overlay?: ReadonlyMap<string, string>;
  readonly narrow: (workspace: Workspace, result: LintResult) => Promise<LintResult>;
}

/** Checks an earlier version of the workspace, without printing. */
export type LintBefore = (workspace: Workspace) => Promise<LintResult>;
