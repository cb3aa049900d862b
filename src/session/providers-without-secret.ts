import { UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import { openWorkspace } from '../workspace/load-workspace.ts';

/**
 * The webhook providers that need no secret by the settings of the workspace that the current folder is in: what lint
 * lets pass there, the local API takes. Undefined outside of a workspace, and where the settings do not say.
 */
export function providersWithoutSecret({ cwd }: Io): readonly string[] | undefined {
  const named = optionIn(cwd);
  return Array.isArray(named) ? named.map((name) => String(name)) : undefined;
}

function optionIn(folder: string): unknown {
  try {
    const { rules } = openWorkspace({ from: folder }).settings.lint;
    return rules.get('webhook-secret-required')?.options?.['without_secret'];
  } catch (error) {
    // There is no workspace, or lint says what is wrong with its settings.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
