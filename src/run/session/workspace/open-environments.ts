import type { Io } from '../../../model/io.ts';
import type { Environment, Workspace } from '../../../model/workspace.ts';
import type { OpenedWorkspace } from '../../../workspace/open-tree.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';
import { beginWorkspace, chooseEnvironment, chooseEnvironments } from './open-workspace.ts';

export interface OpenedEnvironment {
  readonly workspace: Workspace;
  readonly environment: Environment;
}

/** The workspace around the current folder, with its resource files, and the chosen environment. */
export async function openEnvironment(
  io: Io,
  options: WorkspaceOptions & { readonly env?: string | undefined },
): Promise<OpenedEnvironment> {
  const opened = await beginWorkspace(io, options);
  const environment = chooseEnvironment(opened, options.env);
  return { workspace: opened.read(), environment };
}

interface OpenedEnvironments {
  /** Its resource files are not read yet. */
  readonly head: OpenedWorkspace;
  readonly environments: readonly Environment[];
}

/** The workspace around the current folder and the chosen environments. */
export async function openEnvironments(
  io: Io,
  options: WorkspaceOptions & { readonly env?: readonly string[] | undefined },
): Promise<OpenedEnvironments> {
  const head = await beginWorkspace(io, options);
  return { head, environments: chooseEnvironments(head, options.env) };
}
