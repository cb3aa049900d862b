import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ApplyChoices } from './apply-options.ts';
import { inertLine } from '../../report/text/inert.ts';
import { noteText } from '../../report/plan/words/note-words.ts';
import { isWrite } from '../../model/plan/step.ts';
import { appliedCounts } from '../../report/plan/summary.ts';
import { counted } from '../../text/words/noun-words.ts';

/** Asks the person at the terminal, unless the options say yes. `gone`: Ctrl-C or Ctrl-D instead of a reply. */
export async function confirm(
  io: Io,
  { plan, origin }: { readonly plan: Plan; readonly origin: string },
  { yes, auto }: ApplyChoices,
): Promise<'yes' | 'no' | 'gone'> {
  const warned = plan.notes
    .filter(({ topic }) => topic === 'checkout')
    .map((note) => `warning: ${inertLine(noteText(note))}\n`)
    .join('');
  if (yes === true || auto === true) {
    io.stderr(warned);
    return 'yes';
  }
  const count = plan.steps.filter(isWrite).length;
  const host = origin === 'local' ? 'built-in mock API' : origin;
  const answer = await io.ask?.(
    count === 0
      ? `${warned}Update the ledger of ${plan.environment} (${host})? [y/N] `
      : `${warned}${inertLine(appliedCounts(plan))}\nApply ${counted(count, 'change')} to ${plan.environment} (${host})? [y/N] `,
  );
  if (answer === undefined) return 'gone';
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
}
