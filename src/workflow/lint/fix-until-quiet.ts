import { applyFixes } from '../../lint/fix/apply-fixes.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace.ts';

/** A fix can uncover another; more rounds than this means that two rules undo each other. */
const mostRounds = 10;

interface Fixing {
  readonly safety: 'safe' | 'unsafe';
  readonly judge: (workspace: Workspace) => Promise<LintResult>;
  /** Reads the workspace again with these texts in the place of the files. */
  readonly reopen: (overlay: ReadonlyMap<string, string>) => Promise<Workspace>;
}

/** The new text of every file that fixes change, by path. Nothing is written. */
export async function fixUntilQuiet(
  workspace: Workspace,
  { safety, judge, reopen }: Fixing,
): Promise<ReadonlyMap<string, string>> {
  const overlay = new Map<string, string>();
  let current = workspace;
  for (let round = 0; round < mostRounds; round++) {
    const { diagnostics } = await judge(current);
    const { texts } = applyFixes(current.sources, diagnostics, safety);
    if (texts.size === 0) break;
    for (const [path, text] of texts) overlay.set(path, text);
    current = await reopen(overlay);
  }
  return overlay;
}
