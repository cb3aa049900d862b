import { type ExitCode, exitCodeOfAll, exitCodes } from '../model/exit-codes.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';

const codeOfCause = {
  credential: exitCodes.credential,
  unreachable: exitCodes.unreachable,
  limited: exitCodes.unreachable,
  stale: exitCodes.unsafe,
  lock: exitCodes.unsafe,
  ledger: exitCodes.disk,
  unkept: exitCodes.partial,
} as const;

export function applyExitCode(
  outcomes: readonly Outcome[],
  { isInterrupted }: { readonly isInterrupted: boolean },
): ExitCode {
  const has = (status: Outcome['status']): boolean => outcomes.some((outcome) => outcome.status === status);
  const hasCause = (cause: 'ledger' | 'lock'): boolean => outcomes.some((outcome) => outcome.cause === cause);
  const isLeft = has('failed') || has('skipped') || has('blocked');
  const isUpdateDue = outcomes.some(({ reason }) => reason.code === 'adopted-differs');
  return exitCodeOfAll([
    ...(isInterrupted ? [exitCodes.interrupted] : []),
    ...(hasCause('ledger') ? [exitCodes.disk] : []),
    ...(hasCause('lock') ? [exitCodes.unsafe] : []),
    ...(has('unknown') ? [exitCodes.unknown] : []),
    ...(isLeft ? [has('done') ? exitCodes.partial : codeOfFailure(outcomes)] : []),
    ...(has('drifted') || isUpdateDue ? [exitCodes.changes] : []),
  ]);
}

/** If no step was done, a common cause of all failures is more specific than "partial". */
function codeOfFailure(outcomes: readonly Outcome[]): ExitCode {
  const failed = outcomes.filter(({ status, cause }) => status === 'failed' || cause !== undefined);
  const [first] = failed;
  if (first === undefined) {
    return outcomes.some(({ status }) => status === 'skipped') ? exitCodes.partial : exitCodes.gate;
  }
  const { cause } = first;
  const isOneCause = cause !== undefined && failed.every((outcome) => outcome.cause === cause);
  return isOneCause ? codeOfCause[cause] : exitCodes.partial;
}
