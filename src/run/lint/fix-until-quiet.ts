import { applyFixes } from '../../lint/fix/apply-fixes.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';

/** A fix can reveal another finding; more rounds than this mean that two rules undo each other's fixes. */
const mostRounds = 10;

interface FixRun {
  readonly safety: 'safe' | 'unsafe';
  readonly check: (workspace: Workspace) => Promise<LintResult>;
  /** Reads the workspace again with these texts instead of the files. */
  readonly reopen: (overlay: ReadonlyMap<string, string>) => Promise<Workspace>;
}

/** The result of all rounds. */
interface FixedFiles {
  /** The new text of every file that fixes change, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** How many findings were fixed. */
  readonly fixed: number;
}

/** Applies fixes until none is left. Writes no file. */
export async function fixUntilQuiet(
  workspace: Workspace,
  { safety, check, reopen }: FixRun,
): Promise<FixedFiles> {
  const overlay = new Map<string, string>();
  let current = workspace;
  let fixed = 0;
  for (let round = 0; round < mostRounds; round++) {
    const { diagnostics } = await check(current);
    const { texts, applied } = applyFixes(current.sources, diagnostics, safety);
    if (texts.size === 0) break;
    fixed += applied.length;
    for (const [path, text] of texts) overlay.set(path, text);
    current = await reopen(overlay);
  }
  return { texts: overlay, fixed };
}
