import { allSteps } from '../../model/steps.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { OpenedWorkspace } from '../../workspace/load-workspace.ts';
import { beginWorkspace, environmentsToLint } from '../../session/workspace/open-workspace.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';
import { checkedPolicies } from '../../session/workspace/policies-of.ts';
import { ruleSettings } from '../../session/workspace/rule-settings.ts';

interface Asked extends WorkspaceOptions {
  readonly env?: readonly string[];
  readonly rule?: readonly string[];
  readonly now?: Date;
  /** False with `--no-cache`. */
  readonly cache: boolean;
}

export interface Opening {
  readonly read: () => Promise<Workspace>;
  /** Saves the results for the next run. */
  readonly keep: (workspace: Workspace) => void;
}

/**
 * The workspace on disk for lint. In a big one, most files are checked while they are read, or were by an earlier run.
 * Not for fixes and comparisons with a base, which need every tree.
 */
export async function openForLint(io: Io, asked: Asked): Promise<Opening> {
  const opened = await beginWorkspace(io, asked);
  if (!opened.isBig()) {
    return { read: () => Promise.resolve(allSteps(opened.read())), keep: () => undefined };
  }
  return openBig(io, opened, asked);
}

async function openBig(io: Io, opened: OpenedWorkspace, asked: Asked): Promise<Opening> {
  const [{ readWithCache }, { openMemory }, { fileStats }, { rules }] = await Promise.all([
    import('../../lint-cache/cached-workspace.ts'),
    import('../../lint-cache/cache-memory.ts'),
    import('../../lint-cache/file-stats.ts'),
    import('../../lint/rules.gen.ts'),
  ]);
  const environments = environmentsToLint(opened, asked.env).map(({ name }) => name);
  const policies = await checkedPolicies(opened);
  const all = [...rules, ...policies.rules];
  const overriding = ruleSettings(asked.rule ?? [], new Set(all.map(({ id }) => id)));
  const given = [...environments, ...(asked.rule ?? [])];
  const stats = fileStats(opened.root, io.inputs);
  const cache = asked.cache ? io.cache : undefined;
  const started = io.clock.now();
  const memory = openMemory({ cache, started }, opened, stats, given);
  const now = asked.now ?? started;
  const checks = { environments, rules: all, overriding, now, spareMemory: io.spareMemory };
  return {
    read: async () => (await readWithCache(opened, checks, memory)) ?? allSteps(opened.read()),
    keep: (workspace) => {
      if (workspace.cached !== undefined) memory.keep();
    },
  };
}
