import type { RunEvent } from '../../../model/plan/run-event.ts';
import { runInWords } from '../../../text/words/run-in-words.ts';
import { countsText } from '../summary.ts';
import { closedText } from './apply-time-words.ts';

type SkipEvent = RunEvent & { readonly event: 'skipped' };

/** `production: nothing was applied: run 1a2b3c4d5e6f (…) has the lock`. */
export function skipText({ environment, why }: Pick<SkipEvent, 'environment' | 'why'>): string {
  return `${environment}: nothing was applied: ${reasonOf(why)}`;
}

function reasonOf(why: SkipEvent['why']): string {
  if (why.code === 'closed') return `${closedText(why.time)}; waiting: ${countsText(why.plan)}`;
  if (why.run === undefined) return 'another run has just changed the ledger';
  const has = why.hasOtherInputs === true ? 'is applying another shard with other inputs' : 'has the lock';
  return `${runInWords(why.run)} ${has}`;
}
