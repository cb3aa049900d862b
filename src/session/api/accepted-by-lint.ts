import { exemptProviders } from '../../derive/secrets/providers-without-secret.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { ServerOptions } from '../../server/start-server.ts';
import { openWorkspaceFiles } from '../../workspace/load-workspace.ts';

/**
 * The webhook providers that need no secret, and the language of traffic policies, by the settings of the workspace
 * around the current folder: the built-in mock API accepts what lint accepts. Empty outside of a workspace.
 */
export function acceptedByLint({
  cwd,
}: Io): Pick<ServerOptions, 'webhookProvidersWithoutSecret' | 'trafficPolicy'> {
  try {
    const { lint, trafficPolicy } = openWorkspaceFiles({ from: cwd }).settings;
    return { webhookProvidersWithoutSecret: exemptProviders(lint), trafficPolicy };
  } catch (error) {
    // There is no workspace, or lint reports the errors in its settings.
    if (error instanceof UserError) return {};
    throw error;
  }
}
