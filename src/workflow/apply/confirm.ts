import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { isWrite } from '../../model/plan/step.ts';
import type { ApplyOptions } from './apply-options.ts';

/** Asks the person at the terminal. `gone`: Ctrl-C or Ctrl-D instead of a reply. */
export async function confirm(
  io: Io,
  { plan, origin }: { readonly plan: Plan; readonly origin: string },
  { yes, auto }: ApplyOptions,
): Promise<'yes' | 'no' | 'gone'> {
  if (yes === true || auto === true) return 'yes';
  const count = plan.steps.filter(isWrite).length;
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`;
  const host = origin === 'local' ? 'built-in mock API' : origin;
  const answer = await io.ask?.(
    count === 0
      ? `Update the ledger of ${plan.environment} (${host})? [y/N] `
      : `Apply ${changes} to ${plan.environment} (${host})? [y/N] `,
  );
  if (answer === undefined) return 'gone';
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
}
