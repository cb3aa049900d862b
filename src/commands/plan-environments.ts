import type { Io } from '../model/io.ts';
import type { Plan } from '../model/plan.ts';
import type { Workspace } from '../model/workspace.ts';
import { exitCodeOf, worstOf } from '../plan/exit-code.ts';
import { inTurns } from './in-turns.ts';
import { beginWorkspace, chooseEnvironments } from './open-workspace.ts';
import type { ColorOptions } from './options.ts';
import { planOne, type PlanFlags, type PlannedEnvironment } from './plan-one.ts';
import { planReport, type PlanFormat } from './plan-formats.ts';
import { renderPlans } from './render-plans.ts';
import { placedReports, writeReports, type ReportFlags } from './reports.ts';

export interface PlanOptions extends PlanFlags, ColorOptions, ReportFlags<PlanFormat> {
  readonly env?: readonly string[];
  readonly detailedExitcode?: boolean;
  readonly requests?: boolean;
}

/** Plans each environment and prints the plans; the exit code is the worst of them. */
export async function planEnvironments(io: Io, options: PlanOptions): Promise<number> {
  const reports = placedReports(io, options, planReport);
  const opened = await beginWorkspace(io, options);
  const environments = chooseEnvironments(opened, options.env);
  let reading: Promise<Workspace> | undefined;
  const read = (): Promise<Workspace> => (reading ??= inTurns(opened.read()));
  const planned: PlannedEnvironment[] = [];
  for (const environment of environments) {
    const result = await planOne(io, { head: opened, read, environment }, options);
    if (typeof result === 'number') return result;
    planned.push(result);
  }
  const next = (plan: Plan): string => nextCommand(plan, options);
  await writeReports(io, reports, ({ format, file }) =>
    renderPlans(io, format, planned, { color: options.color, file, next, requests: options.requests }),
  );
  const isDetailed = options.detailedExitcode === true;
  return worstOf(planned.map(({ plan }) => exitCodeOf(plan, { isDetailed })));
}

/** What applies just this plan. */
function nextCommand({ environment }: Plan, { local, fixture, only = [] }: PlanOptions): string {
  const words = [
    `edgewright apply --env ${environment}`,
    ...(local === true ? ['--local'] : []),
    ...(fixture === undefined ? [] : [`--fixture ${shellWord(fixture)}`]),
    ...only.map((filter) => `--only ${shellWord(filter)}`),
  ];
  return words.join(' ');
}

function shellWord(word: string): string {
  return /^[\w/=.-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
