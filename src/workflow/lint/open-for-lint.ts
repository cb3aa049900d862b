import { allSteps } from '../../model/steps.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
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
  /** False with `--no-baseline`. */
  readonly baseline: boolean;
  readonly newOnly?: boolean;
}

export interface Opening {
  /** The result of the last run, if this run would repeat it: no findings at all. */
  readonly last: LintResult | undefined;
  readonly read: () => Promise<Workspace>;
  /** Saves the results for the next run. `notes`: number of printed messages that are not findings. */
  readonly note: (result: LintResult, workspace: Workspace, notes: number) => void;
}

/**
 * The workspace on disk for lint. In a big one, most files are checked while they are read, or were by an earlier run.
 * Not for fixes and comparisons with a base, which need every tree.
 */
export async function openForLint(io: Io, asked: Asked, files: readonly string[]): Promise<Opening> {
  const opened = await beginWorkspace(io, asked);
  if (!opened.isBig()) {
    return { last: undefined, read: () => Promise.resolve(allSteps(opened.read())), note: () => undefined };
  }
  const isWhole = files.length === 0 && asked.baseline && asked.newOnly !== true;
  return openBig(io, opened, asked, isWhole);
}

/** `isWhole`: no option narrows the findings, so that an empty report means that there are none. */
async function openBig(io: Io, opened: OpenedWorkspace, asked: Asked, isWhole: boolean): Promise<Opening> {
  const [{ readWithCache }, { openMemory }, { quietRun }, { fileStats }, { rules }] = await Promise.all([
    import('../../lint-cache/cached-workspace.ts'),
    import('../../lint-cache/cache-memory.ts'),
    import('../../lint-cache/quiet-run.ts'),
    import('../../lint-cache/file-stats.ts'),
    import('../../lint/rules.gen.ts'),
  ]);
  const environments = environmentsToLint(opened, asked.env).map(({ name }) => name);
  const policies = await checkedPolicies(opened);
  const all = [...rules, ...policies.rules];
  const overriding = ruleSettings(asked.rule ?? [], new Set(all.map(({ id }) => id)));
  const given = [...environments, ...(asked.rule ?? [])];
  const stats = fileStats(opened.root);
  const paths = opened.resourceFiles();
  const cache = asked.cache ? io.cache : undefined;
  const started = io.clock.now();
  const quiet = quietRun({ cache, started }, { head: opened, paths, stats, given, rules: all });
  const memory = openMemory({ cache, started }, opened, stats, given);
  const now = asked.now ?? started;
  const checks = { environments, rules: all, overriding, now, spareMemory: io.spareMemory };
  return {
    // Problems with folders belong to no file, so that they prevent reuse of the last result.
    last: isWhole && !opened.hasFindings() && opened.unreadFiles().length === 0 ? quiet.last() : undefined,
    read: async () => (await readWithCache(opened, checks, memory)) ?? allSteps(opened.read()),
    note: (result, workspace, notes) => {
      if (workspace.cached === undefined) return;
      memory.keep();
      if (isWhole && notes === 0) quiet.note(result, workspace, memory.inlined());
    },
  };
}
