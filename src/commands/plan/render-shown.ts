import path from 'node:path';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { outputFiles, placedReports, type ReportFlags, writeReports } from '../../run/cli/reports.ts';
import { type PlanFormat, planReport, refuseUnusedFlags } from '../../run/plan/plan-formats.ts';
import { namedBinding, type PlanLook, type PlansToShow, renderPlans } from '../../run/plan/render-plans.ts';
import { openPlanFile, type PlanFile } from '../../run/session/saved-plans.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** The plans of a file in the formats of `plan`, from the file alone; the output names the parts that it lacks. */
export async function showPlan(io: Io, file: string, options: ShowOptions): Promise<number> {
  const reports = placedReports(io, options, planReport);
  refuseUnusedFlags(options, reports);
  refuseItself(io, file, options);
  const shown = shownFile(openPlanFile(io, file));
  await writeReports(io, planReport, reports, (report) => renderPlans(io, report, shown, options));
  return exitCodes.ok;
}

/** A report that replaced the saved plan would destroy it. */
function refuseItself({ cwd }: Io, file: string, options: ShowOptions): void {
  const targets = outputFiles(options).map((output) => path.resolve(cwd, output));
  if (!targets.includes(path.resolve(cwd, file))) return;
  throw usageError(
    `\`${file}\` is the plan to show, and a report would replace it`,
    'name another file. Nothing was written',
  );
}

export interface ShowOptions extends PlanLook, ReportFlags<PlanFormat> {}

function shownFile({ plans, madeBy, signature, json }: PlanFile): PlansToShow {
  return {
    plans,
    madeBy: () => madeBy,
    json,
    pages: () =>
      plans.map((plan) => ({ plan, diagnostics: [], binding: namedBinding(plan, signature, plans.length) })),
    command: () => () => undefined,
    signature,
    folder: () => '',
  };
}
