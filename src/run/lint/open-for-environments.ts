import type { Io } from '../../model/io.ts';
import type { Environment, RuleSetting, Workspace } from '../../model/workspace.ts';
import type { OpenedWorkspace } from '../../workspace/open-tree.ts';
import type { WorkspaceOptions } from '../cli/options.ts';
import { beginWorkspace, chooseEnvironment } from '../session/workspace/open-workspace.ts';
import { checkedPolicies } from '../session/workspace/policies-of.ts';

export interface OpenedEnvironment {
  readonly workspace: Workspace;
  readonly environment: Environment;
}

/** The workspace around the current folder and the chosen environment, the only one that it can be compiled for. */
export async function openEnvironment(
  io: Io,
  options: WorkspaceOptions & { readonly env?: string | undefined },
): Promise<OpenedEnvironment> {
  const opened = await beginWorkspace(io, options);
  const environment = chooseEnvironment(opened, options.env);
  return { workspace: await readForEnvironments(io, opened, [environment]), environment };
}

/** Reads the resource files on the first call. */
export function readOnce(
  io: Io,
  opened: OpenedWorkspace,
  environments: readonly Environment[],
): () => Promise<Workspace> {
  let reading: Promise<Workspace> | undefined;
  return () => (reading ??= readForEnvironments(io, opened, environments));
}

/**
 * The resource files, for commands that lint and compile them for these environments. Of a big workspace most files are
 * checked and compiled while they are read, and only their compiled resources and their texts remain.
 */
async function readForEnvironments(
  io: Io,
  opened: OpenedWorkspace,
  environments: readonly Environment[],
): Promise<Workspace> {
  if (!opened.isBig()) return opened.read();
  const [{ readReleased }, { nothingKnown }, { rules }, policies] = await Promise.all([
    import('../lint-cache/read-released.ts'),
    import('../lint-cache/known-files.ts'),
    import('../../lint/rules.ts'),
    checkedPolicies(opened),
  ]);
  const checks = {
    environments: environments.map(({ name }) => name),
    rules,
    policies,
    overriding: new Map<string, RuleSetting>(),
    now: io.clock.now(),
  };
  return (await readReleased(opened, checks, nothingKnown)) ?? opened.read();
}
