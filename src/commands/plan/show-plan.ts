import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { planReport, refuseUnusedFlags } from '../../run/plan/plan-formats.ts';
import { outputFiles, placedReports, writeReports } from '../../run/cli/reports.ts';
import { openPlanFile } from '../../run/session/saved/saved-plans.ts';
import { renderShown, shownReport, shownSaved, type ShowOptions } from './render-shown.ts';

/** The plans of a file in the formats of `plan`, from the file alone; the output names the parts that it lacks. */
export async function showPlan(io: Io, file: string, options: ShowOptions): Promise<number> {
  const reports = placedReports(io, options, planReport);
  refuseUnusedFlags(options, reports);
  refuseItself(io, file, options);
  const opened = openPlanFile(io, file);
  const shown = 'plans' in opened ? shownReport(opened) : shownSaved(opened);
  await writeReports(io, planReport, reports, (report) => renderShown(io, report, { ...shown, options }));
  return exitCodes.ok;
}

/** A report that replaced the saved plan would destroy it. */
function refuseItself({ cwd }: Io, file: string, options: ShowOptions): void {
  const targets = outputFiles(options).map((each) => path.resolve(cwd, each));
  if (!targets.includes(path.resolve(cwd, file))) return;
  throw new UserError(exitCodes.usage, `\`${file}\` is the plan to show, and a report would replace it`, {
    help: 'name another file. Nothing was written',
  });
}
