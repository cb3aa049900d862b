import { allSteps } from '../derive/steps.ts';
import type { Io } from '../model/io.ts';
import type { Workspace } from '../model/workspace.ts';
import { beginWorkspace, chooseEnvironments, openWorkspace } from './open-workspace.ts';
import type { WorkspaceOptions } from './options.ts';
import { policiesOf } from './policies-of.ts';
import { ruleSettings } from './rule-settings.ts';

interface Asked extends WorkspaceOptions {
  readonly env?: readonly string[];
  readonly rule?: readonly string[];
  readonly now?: Date;
  /** `--no-cache` makes it false. */
  readonly cache: boolean;
  readonly fix?: boolean;
  readonly base?: string;
}

/**
 * The workspace as the linter takes it: of a big one most files are judged on the way, or were by an earlier run. Fixes
 * and a comparison with a base need every tree, and get them.
 */
export async function openForLint(io: Io, asked: Asked): Promise<Workspace> {
  if (asked.fix === true || asked.base !== undefined) return openWorkspace(io, asked);
  const opened = await beginWorkspace(io, asked);
  if (!opened.isBig()) return allSteps(opened.read());
  const [{ readSettled }, { openMemory, noMemory }, { rules }] = await Promise.all([
    import('./settled-workspace.ts'),
    import('./settled-memory.ts'),
    import('../lint/rules.gen.ts'),
  ]);
  const environments = chooseEnvironments(opened, asked.env).map(({ name }) => name);
  const policies = await policiesOf(opened);
  const all = [...rules, ...policies.rules];
  const overriding = ruleSettings(asked.rule ?? [], new Set(all.map(({ id }) => id)));
  const given = [...environments, ...(asked.rule ?? [])];
  const memory = asked.cache ? openMemory(io, opened, given) : noMemory;
  const now = asked.now ?? io.clock.now();
  const workspace = await readSettled(
    opened,
    { environments, rules: all, overriding, now, spareMemory: io.spareMemory },
    memory,
  );
  if (workspace === undefined) return allSteps(opened.read());
  memory.keep();
  return workspace;
}
