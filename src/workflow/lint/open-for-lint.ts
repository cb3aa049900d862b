import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Memory } from '../../lint-cache/cache-memory.ts';
import type { OpenedWorkspace } from '../../workspace/load-workspace.ts';
import { beginWorkspace, environmentsToLint } from '../../session/workspace/open-workspace.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';
import { checkedPolicies, trustPolicies, usePasses } from '../../session/workspace/policies-of.ts';
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
 * The workspace on disk for lint. In a big one, and in one that was linted before, most files are checked while they are
 * read, or were by an earlier run.
 * Not for fixes and comparisons with a base, which need every tree.
 */
export async function openForLint(io: Io, asked: Asked): Promise<Opening> {
  const opened = await beginWorkspace(io, asked);
  const [{ openMemory }, { fileStats }] = await Promise.all([
    import('../../lint-cache/cache-memory.ts'),
    import('../../lint-cache/file-stats.ts'),
  ]);
  const environments = environmentsToLint(opened, asked.env).map(({ name }) => name);
  const given = [...environments, ...(asked.rule ?? [])];
  const stats = fileStats(opened.root);
  const started = io.clock.now();
  const times = { started, now: asked.now ?? started };
  const memory = openMemory({ cache: asked.cache ? io.cache : undefined, ...times }, opened, stats, given);
  if (memory.isKnown || opened.isBig()) return openInBatches(io, opened, asked, { memory, environments });
  // A first run is faster as a whole.
  return { read: () => Promise.resolve(opened.read()), keep: memory.begin };
}

interface CachedOpening {
  readonly memory: Memory;
  readonly environments: readonly string[];
}

async function openInBatches(
  io: Io,
  opened: OpenedWorkspace,
  asked: Asked,
  { memory, environments }: CachedOpening,
): Promise<Opening> {
  const [{ readWithCache }, { rules }] = await Promise.all([
    import('../../lint-cache/cached-workspace.ts'),
    import('../../lint/rules.gen.ts'),
  ]);
  if (memory.hasValidPolicies()) trustPolicies(opened.settings);
  // In a big workspace they would take more to read than to find out.
  if (!opened.isBig()) usePasses(opened.settings, memory.passes());
  const policies = await checkedPolicies(opened);
  const all = [...rules, ...policies.rules];
  const overriding = ruleSettings(asked.rule ?? [], new Set(all.map(({ id }) => id)));
  const now = asked.now ?? io.clock.now();
  const checks = { environments, rules, policies, overriding, now };
  return {
    read: async () => (await readWithCache(opened, checks, memory)) ?? opened.read(),
    keep: (workspace) => {
      if (workspace.cached !== undefined) memory.keep(policies.diagnostics.length === 0);
    },
  };
}
