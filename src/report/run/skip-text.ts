import { runInWords } from '../../text/run-in-words.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';

/** `production: nothing was applied: run 1a2b3c4d5e6f (…) has the lock`. */
export function skipText({
  environment,
  why,
}: Pick<RunEvent & { readonly event: 'skipped' }, 'environment' | 'why'>): string {
  const reason =
    why.run === undefined ? 'another run has just changed the ledger' : `${runInWords(why.run)} has the lock`;
  return `${environment}: nothing was applied: ${reason}`;
}
