import type { Io } from '../../model/io.ts';
import type { Environment, RuleSetting, Workspace } from '../../model/workspace.ts';
import type { OpenedWorkspace } from '../../workspace/load-workspace.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';
import { beginWorkspace, chooseEnvironment } from '../../session/workspace/open-workspace.ts';
import { checkedPolicies } from '../../session/workspace/policies-of.ts';

export interface OpenedEnvironment {
  readonly workspace: Workspace;
  readonly environment: Environment;
}

/** The workspace around the current folder and the chosen environment, the only one that it can be compiled for. */
export async function openEnvironment(
  io: Io,
  options: WorkspaceOptions & { readonly env?: string | undefined },
  { keeps }: Pick<Resources, 'keeps'> = {},
): Promise<OpenedEnvironment> {
  const opened = await beginWorkspace(io, options);
  const environment = chooseEnvironment(opened, options.env);
  return {
    workspace: await readForEnvironments(io, opened, [environment], { keeps }),
    environment,
  };
}

/** Reads the resource files on the first call. */
export function readOnce(
  io: Io,
  opened: OpenedWorkspace,
  environments: readonly Environment[],
): () => Promise<Workspace> {
  let reading: Promise<Workspace> | undefined;
  return () => (reading ??= readForEnvironments(io, opened, environments, {}));
}

interface Resources {
  /** `specs` if only findings name places of values. Default: places. */
  readonly keeps?: 'specs' | 'places' | undefined;
}

/**
 * The resource files, for commands that lint and compile them for these environments. Of a big workspace most files are
 * checked and compiled while they are read, and only their compiled resources and, for the places of values, their texts
 * remain: the trees take more memory than all else together.
 */
async function readForEnvironments(
  io: Io,
  opened: OpenedWorkspace,
  environments: readonly Environment[],
  { keeps = 'places' }: Resources,
): Promise<Workspace> {
  if (!opened.isBig()) return opened.read();
  const [{ readWithCache }, { noMemory }, { rules }, policies] = await Promise.all([
    import('../../lint-cache/cached-workspace.ts'),
    import('../../lint-cache/cache-memory.ts'),
    import('../../lint/rules.gen.ts'),
    checkedPolicies(opened),
  ]);
  const checks = {
    environments: environments.map(({ name }) => name),
    rules,
    policies,
    overriding: new Map<string, RuleSetting>(),
    now: io.clock.now(),
    keeps,
  };
  return (await readWithCache(opened, checks, noMemory)) ?? opened.read();
}
