import { workspaceFolder } from './workspace-folder.ts';
import { suggestions } from '../../text/suggest.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { GitFile } from '../../model/git-file.ts';
import type { Io } from '../../model/io.ts';
import type { Environment, Workspace, WorkspaceHead } from '../../model/workspace.ts';
import type { OpenedWorkspace } from '../../workspace/load-workspace.ts';
import { inertPath } from '../../report/text/inert.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';

/**
 * The workspace around the current folder (or `--workspace`), with the texts of `overlay` in place of files, or with
 * git's `files` instead of those on disk. Throws `UserError` 78 if there is none.
 */
export async function openWorkspace(
  io: Io,
  options: WorkspaceOptions,
  overlay: ReadonlyMap<string, string> = new Map(),
  files?: ReadonlyMap<string, GitFile>,
): Promise<Workspace> {
  const { loadWorkspace } = await import('../../workspace/load-workspace.ts');
  const from = workspaceFolder(io, options);
  return loadWorkspace({ from, overlay, files });
}

/** Opens the workspace without reading its resource files. */
export async function beginWorkspace(io: Io, options: WorkspaceOptions): Promise<OpenedWorkspace> {
  const { openWorkspaceFiles } = await import('../../workspace/load-workspace.ts');
  return openWorkspaceFiles({ from: workspaceFolder(io, options) });
}

/** The chosen environment: the named one, or the only one. */
export function chooseEnvironment(head: WorkspaceHead, name: string | undefined): Environment {
  refuseNone(head);
  const { environments } = head;
  const known = [...environments.keys()];
  const chosen = name ?? (known.length === 1 ? known[0] : undefined);
  const environment = chosen === undefined ? undefined : environments.get(chosen);
  if (environment !== undefined) return environment;
  const [near] = name === undefined ? [] : suggestions(name, known);
  throw new UserError(
    exitCodes.usage,
    name === undefined ? 'name an environment with --env' : `there is no environment \`${name}\``,
    { help: near === undefined ? `there are: ${known.join(', ')}` : `did you mean \`${near}\`?` },
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

/** The chosen environments for lint, which has a finding for a workspace without any. */
export function environmentsToLint(
  head: WorkspaceHead,
  names: readonly string[] | undefined,
): readonly Environment[] {
  return names === undefined ? [...head.environments.values()] : chooseEnvironments(head, names);
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
