import { ApiError, LedgerError, rejectedStatuses } from '../model/errors.ts';
import type { NotAttempted } from '../model/facts/outcome.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { secondText } from '../text/words/time-words.ts';
import { type ApplyRun, type Ready, outcome } from './apply-run.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { exitCodes } from '../model/exit-codes.ts';

const rejections: ReadonlySet<number | undefined> = new Set(rejectedStatuses);

/** Whether the request was certainly not carried out. */
export function isRejected({ status, wasSent }: ApiError): boolean {
  return wasSent === 'no' || rejections.has(status);
}

/** The outcome of a step after an API error that is certain. */
export function failed(step: Step, error: ApiError): Outcome {
  const { status, wasSent, waitUntil } = error;
  const reason = { code: 'failed', message: error.message } as const;
  if (waitUntil !== undefined)
    return outcome(step, 'failed', reason, { cause: 'limited', until: secondText(waitUntil) });
  if (status === 401 || status === 403) return outcome(step, 'failed', reason, { cause: 'credential' });
  if (status === undefined && wasSent === 'no') {
    return outcome(step, 'failed', reason, { cause: 'unreachable' });
  }
  return outcome(step, 'failed', reason);
}

/** The outcome of a step whose intent is recorded and whose request is not sent any more. */
export async function notSent(
  run: ApplyRun,
  { step, op }: Pick<Ready, 'step' | 'op'>,
  reason: NotAttempted,
): Promise<Outcome> {
  await run.recorder.record({ type: 'not-sent', op }).catch(ledgerErrorOf);
  return outcome(step, 'skipped', reason);
}

/** Records that the request of an intent changed nothing. */
export async function recordFailed(run: ApplyRun, op: string, { status, wasSent }: ApiError): Promise<void> {
  const about = withoutUndefined({ status });
  const type = wasSent === 'no' ? 'not-sent' : 'rejected';
  // If it cannot be recorded, its outcome is unknown to the next run, which reads what is live.
  await run.recorder.record({ type, op, ...about }).catch(ledgerErrorOf);
}

/** The error if it is an `ApiError`; anything else is a bug and is thrown again. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** The cause of a step that could not be recorded: the lock was taken away, or the ledger cannot be written. */
export function causeOf({ exitCode }: LedgerError): 'lock' | 'ledger' {
  return exitCode === exitCodes.unsafe ? 'lock' : 'ledger';
}

export function ledgerErrorOf(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  throw error;
}
