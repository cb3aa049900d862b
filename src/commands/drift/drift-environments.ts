import { UserError, exitCodeOfAll, exitCodes, type ExitCode } from '../../model/errors.ts';
import { detectForge, type ForgeFlags, type ForgePlace } from '../../session/forge/detect-forge.ts';
import type { Io } from '../../model/io.ts';
import type { Drift } from '../../model/drift.ts';
import type { RunFigures } from '../../model/plan/run-figures.ts';
import type { Workspace } from '../../model/workspace.ts';
import { driftPart, hasDoubt, hasDrift, isUndoing } from '../../plan/attribution/drift-part.ts';
import { driftReport, type DriftFormat } from './drift-formats.ts';
import { driftedAddresses, notifyDrift, type DriftSeen } from './notify-drift.ts';
import { beginWorkspace, chooseEnvironments } from '../../session/workspace/open-workspace.ts';
import { readOnce } from '../../workflow/lint/open-for-environments.ts';
import type { ApiOptions, ColorOptions, WorkspaceOptions } from '../../cli/options.ts';
import { planEnvironments } from '../../workflow/plan/plan-environments.ts';
import type { PlannedEnvironment } from '../../workflow/plan/planned.ts';
import { repositoryFolder } from '../../session/workspace/repository-folder.ts';
import type { AddFigures, MetricsOptions } from '../../workflow/metrics/with-metrics.ts';
import { terminal } from '../../workflow/plan/render-plans.ts';
import { placedReports, writeReports, type PlacedReport, type ReportFlags } from '../../cli/reports.ts';

export interface DriftOptions
  extends WorkspaceOptions, ApiOptions, ColorOptions, ReportFlags<DriftFormat>, ForgeFlags, MetricsOptions {
  readonly env?: readonly string[];
  readonly allowMissing?: number;
  /** Keeps one issue for each environment. */
  readonly issue?: boolean;
  /** For the URLs of notifications. */
  readonly secretsDir?: string;
}

/** Reports the changes made outside Edgewright in each environment; the exit code is 2 if there are any, and 4 if an outcome is unknown. */
export async function driftEnvironments(io: Io, options: DriftOptions, add: AddFigures): Promise<number> {
  const reports = placedReports(io, options, driftReport);
  const place = issuePlace(io, options);
  const opened = await beginWorkspace(io, options);
  const chosen = chooseEnvironments(opened, options.env);
  const readFiles = readOnce(io, opened, chosen);
  // Ignores approvals that revert drift: until they are applied, the drift exists and is reported.
  const read = async (): Promise<Workspace> => {
    const workspace = await readFiles();
    return { ...workspace, approvals: workspace.approvals.filter((approval) => !isUndoing(approval)) };
  };
  const environments = chosen.map((environment) => ({ ...environment, drift: 'report' as const }));
  const planned = await planEnvironments(io, { head: opened, read, environments }, options);
  if (typeof planned === 'number') return planned;
  const { approvals } = await readFiles();
  const seen = chosen.flatMap((environment, index): readonly DriftSeen[] => {
    const held = planned[index];
    if (held === undefined) return [];
    const drift = driftPart({ ...held, environment, settings: opened.settings, approvals });
    return [{ drift, ledger: held.ledger, api: held.api }];
  });
  const drifts = seen.map(({ drift }) => drift);
  await writeReports(io, driftReport, reports, (report) =>
    render(io, report, { drifts, planned, root: opened.root }, options),
  );
  for (const each of seen) add(each.drift.environment, figuresOf(each));
  await notifyDrift(io, opened, seen, options);
  if (place !== undefined) {
    const { keepDriftIssues } = await import('./drift-issues.ts');
    await keepDriftIssues(io, place, seen);
  }
  return exitCodeOfAll(drifts.map(exitCodeFor));
}

/** The repository of the issues; found before the API is read. */
function issuePlace(io: Io, options: DriftOptions): ForgePlace | undefined {
  if (options.issue === true) return detectForge(io, options);
  const [stray] = Object.entries({ forge: options.forge, repo: options.repo, 'api-url': options.apiUrl })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (stray === undefined) return undefined;
  throw new UserError(exitCodes.usage, `--${stray} requires --issue`);
}

interface Found {
  readonly drifts: readonly Drift[];
  readonly planned: readonly PlannedEnvironment[];
  /** The folder of the workspace. */
  readonly root: string;
}

function figuresOf({ drift, ledger: { unknown = {} } }: DriftSeen): Partial<RunFigures> {
  const drifted = new Set(driftedAddresses(drift)).size;
  return { drifted, unknown: Object.keys(unknown).length, exitCode: exitCodeFor(drift) };
}

function exitCodeFor(drift: Drift): ExitCode {
  if (hasDoubt(drift)) return exitCodes.unknown;
  return hasDrift(drift) ? exitCodes.changes : exitCodes.ok;
}

async function render(
  io: Io,
  { format, file, room }: PlacedReport<DriftFormat>,
  { drifts, planned, root }: Found,
  { color }: ColorOptions,
): Promise<string> {
  switch (format) {
    case 'text': {
      const { driftText } = await import('../../report/plan/text/drift-text.ts');
      const page = terminal(io, { file, color });
      return drifts.map((drift) => driftText(drift, page)).join('\n');
    }
    case 'json': {
      const { driftJson } = await import('../../report/plan/json/drift-json.ts');
      return driftJson(drifts.map((drift) => ({ drift, isDrifted: hasDrift(drift) })));
    }
    case 'markdown': {
      const [{ driftMarkdown }, { usualMaxSize }, { fitBytes }, { madeBy }] = await Promise.all([
        import('../../report/plan/markdown/drift-markdown.ts'),
        import('../../report/plan/markdown/markdown-text.ts'),
        import('../../report/text/fit-bytes.ts'),
        import('../../workflow/plan/made-by.ts'),
      ]);
      const by = await madeBy(io, planned);
      return fitBytes({ bytes: room, most: usualMaxSize }, (maxSize) =>
        driftMarkdown(drifts, { maxSize, madeBy: by }),
      );
    }
    case 'github': {
      const { driftGithub } = await import('../../report/plan/ci/drift-github.ts');
      return driftGithub(drifts, { folder: repositoryFolder(root) });
    }
  }
}
