import { UserError, usageError } from '../../../model/errors.ts';
import type { WorkspaceHead } from '../../../model/workspace/workspace.ts';
import { inertPath } from '../../../report/text/inert.ts';
import { meantName, thereAre } from '../../../text/words/existing-names.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import type { Environment } from '../../../model/workspace/environment.ts';

/** The chosen environment: the named one, or the only one. */
export function chooseEnvironment(head: WorkspaceHead, name: string | undefined): Environment {
  refuseNone(head);
  const { environments } = head;
  const known = [...environments.keys()];
  const chosen = name ?? (known.length === 1 ? known[0] : undefined);
  const environment = chosen === undefined ? undefined : environments.get(chosen);
  if (environment !== undefined) return environment;
  const near = name === undefined ? undefined : meantName(name, known);
  throw usageError(
    name === undefined ? 'name an environment with --env' : `there is no environment \`${name}\``,
    near === undefined ? thereAre(known, 'environments/') : `did you mean \`${near}\`?`,
  );
}

/** The chosen environments: the named ones, or all; at least one. */
export function chooseEnvironments(
  head: WorkspaceHead,
  names: readonly string[] | undefined,
): readonly Environment[] {
  refuseNone(head);
  if (names === undefined) return [...head.environments.values()];
  return names.map((name) => chooseEnvironment(head, name));
}

/** Refuses a workspace without environments: an empty result would look like success. */
function refuseNone({ environments, unreadable = [] }: WorkspaceHead): void {
  if (unreadable.length > 0) {
    const folders = unreadable.map((folder) => `\`${inertPath(folder)}\``).join(', ');
    throw new UserError(exitCodes.disk, `${folders} cannot be read`, {
      help: 'check its permissions; links are not followed',
    });
  }
  if (environments.size > 0) return;
  throw new UserError(exitCodes.settings, 'the workspace has no environment', {
    help: 'write environments/production.yaml; it may be empty',
  });
}

/** The chosen environments for lint, which has a finding for a workspace without any. */
export function environmentsToLint(
  head: WorkspaceHead,
  names: readonly string[] | undefined,
): readonly Environment[] {
  return names === undefined ? [...head.environments.values()] : chooseEnvironments(head, names);
}
