import type { Io } from '../../model/io.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import type { OpenedWorkspace } from '../../workspace/open-tree.ts';
import type { WorkspaceOptions } from '../cli/options.ts';
import type { CleanFiles } from '../lint-cache/clean-files.ts';
import {
  beginWorkspace,
  chooseEnvironment,
  chooseEnvironments,
  environmentsToLint,
  ruleSettings,
} from '../session/workspace/open-workspace.ts';
import { checkedPolicies, type EarlierPolicies } from '../session/workspace/policies-of.ts';

interface LintReadOptions extends WorkspaceOptions {
  readonly env?: readonly string[];
  readonly rule?: readonly string[];
  readonly now?: Date;
  /** False with `--no-cache`. */
  readonly cache: boolean;
}

interface WorkspaceReader {
  readonly read: () => Promise<Workspace>;
  readonly earlier?: EarlierPolicies;
  /** Saves the results for the next run. */
  readonly keep: (workspace: Workspace) => void;
}

/**
 * The workspace on disk for lint. In a big one, and in one that was linted before, most files are checked while they are
 * read, or were by an earlier run.
 * Not for fixes and comparisons with a base, which need every tree.
 */
export async function openForLint(io: Io, asked: LintReadOptions): Promise<WorkspaceReader> {
  const opened = await beginWorkspace(io, asked);
  const [{ openCleanFiles }, { fileStats }] = await Promise.all([
    import('../lint-cache/clean-files.ts'),
    import('../lint-cache/file-stats.ts'),
  ]);
  const environments = environmentsToLint(opened, asked.env).map(({ name }) => name);
  const given = [...environments, ...(asked.rule ?? [])];
  const stats = fileStats(opened.root);
  const started = io.clock.now();
  const times = { started, now: asked.now ?? started };
  const clean = openCleanFiles({ cache: asked.cache ? io.cache : undefined, ...times }, opened, stats, given);
  if (clean.isKnown || opened.isBig()) return openReleased(io, opened, asked, { clean, environments });
  // A first run is faster as a whole.
  return { read: () => Promise.resolve(opened.read()), keep: clean.start };
}

interface ReleasedOpening {
  readonly clean: CleanFiles;
  readonly environments: readonly string[];
}

async function openReleased(
  io: Io,
  opened: OpenedWorkspace,
  asked: LintReadOptions,
  { clean, environments }: ReleasedOpening,
): Promise<WorkspaceReader> {
  const [{ readReleased }, { rules }] = await Promise.all([
    import('../lint-cache/read-released.ts'),
    import('../../lint/rules.ts'),
  ]);
  const earlier = {
    areValid: clean.hasValidPolicies(),
    // In a big workspace they would take more to read than to find out.
    ...(opened.isBig() ? {} : { passes: clean.passes() }),
  };
  const policies = await checkedPolicies(opened, earlier);
  const overriding = ruleSettings(asked.rule, [...rules, ...policies.rules]);
  const now = asked.now ?? io.clock.now();
  const checks = { environments, rules, policies, overriding, now };
  return {
    earlier,
    read: async () => (await readReleased(opened, checks, clean)) ?? opened.read(),
    keep: (workspace) => {
      if (workspace.compiledFor !== undefined) clean.keep(policies.diagnostics.length === 0);
    },
  };
}

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

/** The workspace around the current folder and the chosen environments. */
export async function openEnvironments(
  io: Io,
  options: WorkspaceOptions & { readonly env?: readonly string[] | undefined },
): Promise<OpenedEnvironments> {
  const head = await beginWorkspace(io, options);
  const environments = chooseEnvironments(head, options.env);
  return { head, environments, read: readOnce(io, head, environments) };
}

interface OpenedEnvironments {
  readonly head: OpenedWorkspace;
  readonly environments: readonly Environment[];
  /** Reads the resource files on the first call. */
  readonly read: () => Promise<Workspace>;
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
    import('../lint-cache/clean-files.ts'),
    import('../../lint/rules.ts'),
    checkedPolicies(opened),
  ]);
  const checks = {
    environments: environments.map(({ name }) => name),
    rules,
    policies,
    now: io.clock.now(),
  };
  return (await readReleased(opened, checks, nothingKnown)) ?? opened.read();
}
