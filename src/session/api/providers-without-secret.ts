import { exemptProviders } from '../../derive/secrets/providers-without-secret.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { openWorkspaceFiles } from '../../workspace/load-workspace.ts';

/**
 * The webhook providers that need no secret by the lint settings of the workspace around the current folder: the
 * built-in mock API accepts what lint accepts. Undefined outside of a workspace.
 */
export function providersWithoutSecret({ cwd }: Io): readonly string[] | undefined {
  try {
    return exemptProviders(openWorkspaceFiles({ from: cwd }).settings.lint);
  } catch (error) {
    // There is no workspace, or lint reports the errors in its settings.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
