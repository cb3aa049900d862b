import type { ExitCode } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import type { RunEvent } from '../../../model/plan/run-event.ts';
import type { ApplyTime } from '../../../model/plan/schedule.ts';
import { planExitCode } from '../../../plan/finish/exit-code.ts';
import { skipText } from '../../../report/run/skip-text.ts';
import { inertLine } from '../../../report/text/inert.ts';

/**
 * A scheduled apply while apply may not run says in one line what waits. The exit code is that of the plan: a schedule
 * is not to fail all night because of a window that opens in the morning, and drift, a refusal or an unknown outcome
 * count as they would inside the window.
 */
export function waitForWindow(
  io: Io,
  plan: Plan,
  time: ApplyTime,
  tell: (event: RunEvent) => void,
): ExitCode {
  const { environment } = plan;
  const skipped = { event: 'skipped', environment, why: { code: 'closed', time, plan } } as const;
  tell(skipped);
  io.stdout(`${inertLine(skipText(skipped))}\n`);
  return planExitCode(plan, { isDetailed: false });
}
