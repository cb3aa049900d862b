import { openRun } from '../../run/session/run.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Io } from '../../model/io.ts';
import { inertLine } from '../../report/text/inert.ts';
import { documentProblemText } from '../../report/plan/words/document-problem-words.ts';
import { readRollback } from '../../plan/rollback/read-rollback.ts';
import type { ApplyOptions } from '../../run/apply/apply-options.ts';
import { openRollbacks } from '../../run/session/ledger/open-ledger-store.ts';
import { planKey } from '../../run/session/saved-plans.ts';

/** `apply --rollback`: lists the runs that can be undone. */
export async function listRollbacks(io: Io, options: ApplyOptions): Promise<number> {
  const run = await openRun(io, options);
  const { environment } = run;
  const files = await openRollbacks(run);
  const key = planKey(io);
  const names = await files.list();
  const runs = await Promise.all(names.map(async (name) => lineOf(name, await files.read(name), key)));
  io.stdout(runs.length === 0 ? `No run of ${environment.name} can be undone.\n` : `${runs.join('\n')}\n`);
  return exitCodes.ok;
}

function lineOf(run: string, text: string | undefined, key: string | undefined): string {
  const opened = readRollback(text ?? '', { run, key });
  if ('problem' in opened) return `${run}  ${documentProblemText(opened.problem, 'rollback file')}`;
  const { rollback } = opened;
  const counts = new Map<string, number>();
  for (const { action } of rollback.objects) counts.set(action, (counts.get(action) ?? 0) + 1);
  const done = [...counts].map(([action, count]) => `${count} ${action}`).join(', ');
  return `${run}  ${inertLine(rollback.at)}  ${done} (run ${rollback.id})`;
}
