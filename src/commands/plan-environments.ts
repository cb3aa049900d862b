import type { Io } from '../model/io.ts';
import type { Plan } from '../model/plan.ts';
import type { Workspace } from '../model/workspace.ts';
import { exitCodeOf, worstOf } from '../plan/exit-code.ts';
import { wantsColor } from './color.ts';
import { inTurns } from './in-turns.ts';
import { beginWorkspace, chooseEnvironments } from './open-workspace.ts';
import type { ColorOptions } from './options.ts';
import { planOne, type PlanFlags, type PlannedEnvironment } from './plan-one.ts';
import { renderPlans, type PlanFormat } from './render-plans.ts';
import { writeResult } from './write-result.ts';

export interface PlanOptions extends PlanFlags, ColorOptions {
  readonly env?: readonly string[];
  readonly format: PlanFormat;
  readonly output?: string;
  readonly detailedExitcode?: boolean;
}

/** Plans each environment and prints the plans; the exit code is the worst of them. */
export async function planEnvironments(io: Io, options: PlanOptions): Promise<number> {
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
  const text = await renderPlans(options.format, planned, {
    color: wantsColor(io, options) && options.output === undefined,
    columns: io.columns,
    next: (plan) => nextCommand(plan, options),
  });
  writeResult(io, text, options.output);
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
