import { workspaceFolder } from './workspace-folder.ts';
import { exitCodes, UserError } from '../model/errors.ts';
import type { GitFile } from '../model/git-file.ts';
import type { Io } from '../model/io.ts';
import type { Environment, Workspace, WorkspaceHead } from '../model/workspace.ts';
import type { OpenedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceOptions } from './options.ts';

/**
 * The workspace that the current folder (or `--workspace`) is in, the files of `overlay` with another text, or with the
 * `files` of git in the place of the disk's. Throws `UserError` 78 where there is none.
 */
export async function openWorkspace(
  io: Io,
  options: WorkspaceOptions,
  overlay: ReadonlyMap<string, string> = new Map(),
  files?: ReadonlyMap<string, GitFile>,
): Promise<Workspace> {
  const { loadWorkspace } = await import('../workspace/load-workspace.ts');
  const from = workspaceFolder(io, options);
  return loadWorkspace({ from, overlay, files });
}

/** The same, but for the resource files: those are still to be read. */
export async function beginWorkspace(io: Io, options: WorkspaceOptions): Promise<OpenedWorkspace> {
  const { openWorkspace } = await import('../workspace/load-workspace.ts');
  return openWorkspace({ from: workspaceFolder(io, options) });
}

/** The one environment that is meant: the named one, or the only one. */
export function chooseEnvironment({ environments }: WorkspaceHead, name: string | undefined): Environment {
  const known = [...environments.keys()];
  const chosen = name ?? (known.length === 1 ? known[0] : undefined);
  const environment = chosen === undefined ? undefined : environments.get(chosen);
  if (environment !== undefined) return environment;
  const there =
    known.length === 0 ? 'there is none: write environments/<name>.yaml' : `there are: ${known.join(', ')}`;
  throw new UserError(
    exitCodes.usage,
    name === undefined ? 'name an environment with --env' : `there is no environment \`${name}\``,
    { help: there },
  );
}

/** The environments that are meant: the named ones, or all. */
export function chooseEnvironments(
  workspace: WorkspaceHead,
  names: readonly string[] | undefined,
): readonly Environment[] {
  if (names === undefined) return [...workspace.environments.values()];
  return names.map((name) => chooseEnvironment(workspace, name));
}
