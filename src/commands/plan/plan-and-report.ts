import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import { beginRun, openRun, type RunFlags } from '../../run/session/run.ts';
import { withOwnActions } from '../../derive/policy/own-actions.ts';
import path from 'node:path';
import { usageError, type UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { removeEarlier } from '../../run/cli/files/write-result.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import type { ApplyCommand, ApproveCommand } from '../../report/plan/verdict.ts';
import { planExitCode } from '../../plan/finish/exit-code.ts';
import { repositoryFolder } from '../../workspace/git/repository-folder.ts';
import type { OpenedBase } from '../../run/plan/base/plan-base.ts';
import { firstGiven } from '../../run/cli/first-given.ts';
import { applyLine, approveLine, type ApplyTarget } from '../../run/plan/apply-line.ts';
import type { PlanFlags, PlannedEnvironment } from '../../run/plan/planned.ts';
import { planEnvironments } from '../../run/plan/plan-environments.ts';
import { planReport, refuseUnusedFlags, type PlanFormat } from '../../run/plan/plan-formats.ts';
import { boundPlan } from '../../run/plan/bound-plan.ts';
import { type PlanLook, type PlansToShow, renderPlans } from '../../run/plan/render-plans.ts';
import {
  type ReportFlags,
  type Report,
  writeReports,
  placedReports,
  outputFiles,
  refuseYaml,
} from '../../run/cli/reports.ts';
import { exitCodeOfAll, exitCodes } from '../../model/exit-codes.ts';
import { madeBy } from '../../run/plan/made-by.ts';

export interface PlanOptions extends PlanFlags, RunFlags, PlanLook, ReportFlags<PlanFormat> {
  readonly env?: readonly string[];
  readonly detailedExitcode?: boolean;
  readonly save?: string;
  readonly base?: string;
  readonly rollback?: string;
}

/** Plans each environment and prints the plans; returns the most severe exit code. */
export async function planAndReport(io: Io, options: PlanOptions): Promise<number> {
  const reports = placedReports(io, options, planReport);
  refuseUnusedFlags(options, reports);
  removeOutputs(io, options);
  if (options.rollback !== undefined) return reportUndo(io, options.rollback, reports, options);
  const run = await beginRun(io, options);
  const environments = chooseEnvironments(run.workspace, options.env);
  if (options.save !== undefined) {
    if (options.snapshot !== undefined) throw await notSaved();
    refuseSaving(io, options.save, environments, options);
  }
  const base = await baseOf(io, run.workspace.root, options);
  const planned = await planEnvironments(run, { environments, base }, options);
  if (options.save !== undefined) await save(io, options.save, planned);
  return reportPlans(io, planned, reports, options);
}

async function notSaved(): Promise<UserError> {
  return (await import('../../run/plan/read-from-snapshot.ts')).notWithSnapshot('--save');
}

function removeOutputs(io: Io, options: PlanOptions): void {
  const { snapshot, save } = options;
  const outputs = [...outputFiles(options), ...(save === undefined ? [] : [save])];
  const targets = outputs.map((output) => path.resolve(io.cwd, output));
  if (snapshot !== undefined && targets.includes(path.resolve(io.cwd, snapshot)))
    throw usageError(
      `\`${snapshot}\` is the snapshot to plan from, and a report would replace it`,
      'name another file. Nothing was written',
    );
  for (const file of outputs) removeEarlier(io, file);
}

async function reportPlans(
  io: Io,
  planned: readonly PlannedEnvironment[],
  reports: readonly Report<PlanFormat>[],
  options: PlanOptions,
): Promise<number> {
  const shown = plansToShow(io, planned, options);
  await writeReports(io, planReport, reports, (report) => renderPlans(io, report, shown, options));
  const isDetailed = options.detailedExitcode === true;
  return exitCodeOfAll(planned.map(({ plan }) => planExitCode(plan, { isDetailed })));
}

function plansToShow(io: Io, planned: readonly PlannedEnvironment[], options: PlanOptions): PlansToShow {
  const command = (plan: Plan): ApplyCommand => commandOf(plan, options);
  const approve = (plan: Plan): ApproveCommand => approveLine(plan, targetOf(plan, options), options);
  return {
    plans: planned.map(({ plan }) => plan),
    madeBy: () => madeBy(io, planned),
    json: async () => {
      const { planJson } = await import('../../report/plan/json/plan-json.ts');
      return planJson(planned.map(boundPlan), await madeBy(io, planned));
    },
    // Each with its drawing and the lint findings of its files.
    pages: async () => {
      const [{ planTopology }, { servedElsewhere }] = await Promise.all([
        import('../../routing/graph/plan-topology.ts'),
        import('../../routing/served-elsewhere.ts'),
      ]);
      return planned.map(({ plan, desired, live, diagnostics, workspace, environment: { ids } }) => ({
        plan,
        topology: withOwnActions(workspace.settings.trafficPolicy.actions, () =>
          planTopology({ plan, desired, live, ids, isElsewhere: servedElsewhere(workspace.settings.lint) }),
        ),
        diagnostics,
        command: command(plan),
        approve: approve(plan),
      }));
    },
    command,
    approve,
    folder: () => repositoryFolder(planned[0]?.workspace.root ?? io.cwd),
  };
}

/** Shows what undoing a run would do. */
async function reportUndo(
  io: Io,
  run: string,
  reports: readonly Report<PlanFormat>[],
  options: PlanOptions,
): Promise<number> {
  const other = firstGiven(options, ['only', 'base', 'snapshot', 'save', 'failOn']);
  if (other !== undefined) throw usageError(`--rollback and ${other} cannot be used together`);
  const { openUndo, showUndo } = await import('../../run/apply/rollback/undo-run.ts');
  const { env: [first, ...more] = [], ...others } = options;
  if (more.length > 0) throw usageError('--rollback requires one environment');
  const undoing = await openRun(io, { ...others, env: first });
  const planned = await showUndo(undoing, await openUndo(undoing, run), options);
  return planned === undefined ? exitCodes.ok : reportPlans(io, [planned], reports, options);
}

async function baseOf(io: Io, root: string, { base, failOn }: PlanOptions): Promise<OpenedBase | undefined> {
  if (base !== undefined) return (await import('../../run/plan/base/plan-base.ts')).openBase(io, root, base);
  if (failOn?.includes('unattributed') !== true) return undefined;
  throw usageError(
    '--fail-on unattributed requires --base',
    'name the branch that the pull request targets: `--base origin/main`',
  );
}

async function save(io: Io, file: string, planned: readonly PlannedEnvironment[]): Promise<void> {
  const { savePlan } = await import('../../run/session/saved-plans.ts');
  for (const plannedEnvironment of planned) savePlan(io, file, boundPlan(plannedEnvironment));
}

/** Called before the API is used. A file has only one environment, because `apply` takes one. */
function refuseSaving(
  { cwd }: Io,
  file: string,
  environments: readonly Environment[],
  options: PlanOptions,
): void {
  if (environments.length !== 1) {
    throw usageError(
      `--save requires one environment, found ${environments.length}`,
      'select one with --env, and save one file for each',
    );
  }
  refuseYaml(file, planReport);
  const targets = outputFiles(options).map((output) => path.resolve(cwd, output));
  if (!targets.includes(path.resolve(cwd, file))) return;
  throw usageError(`a report and --save cannot both go to \`${file}\``);
}

/** A plan from a snapshot cannot be applied. */
function commandOf(plan: Plan, options: PlanOptions): ApplyCommand {
  return options.snapshot === undefined ? applyLine(targetOf(plan, options), options) : () => undefined;
}

function targetOf({ environment }: Plan, { save: file, rollback }: PlanOptions): ApplyTarget {
  return file === undefined ? { environment, rollback } : { file };
}
