import { exemptProviders } from '../../derive/secrets/providers-without-secret.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { openWorkspaceFiles } from '../../workspace/load-workspace.ts';

/**
 * The webhook providers that need no secret by the settings of the workspace that the current folder is in: what lint
 * lets pass there, the local API takes. Undefined outside of a workspace.
 */
export function providersWithoutSecret({ cwd }: Io): readonly string[] | undefined {
  try {
    return exemptProviders(openWorkspaceFiles({ from: cwd }).settings.lint);
  } catch (error) {
    // There is no workspace, or lint says what is wrong with its settings.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
