import type { Outcome } from '../model/plan/outcome.ts';
import { exitCodes, type ExitCode } from '../model/errors.ts';

const codeOfCause = {
  credential: exitCodes.credential,
  unreachable: exitCodes.unreachable,
  limited: exitCodes.unreachable,
  stale: exitCodes.unsafe,
  lock: exitCodes.unsafe,
  ledger: exitCodes.disk,
  unkept: exitCodes.partial,
} as const;

/**
 * The exit code of an apply, by precedence. A ledger that was not written, or a lock that was taken away, precedes
 * all but an interruption, since all other codes imply that the ledger is correct.
 */
export function applyExitCode(
  outcomes: readonly Outcome[],
  { isInterrupted }: { readonly isInterrupted: boolean },
): ExitCode {
  const has = (status: Outcome['status']): boolean => outcomes.some((outcome) => outcome.status === status);
  if (isInterrupted) return exitCodes.interrupted;
  if (outcomes.some(({ cause }) => cause === 'ledger')) return exitCodes.disk;
  if (outcomes.some(({ cause }) => cause === 'lock')) return exitCodes.unsafe;
  if (has('unknown')) return exitCodes.unknown;
  if (has('failed') || has('skipped') || has('blocked')) {
    return has('done') ? exitCodes.partial : codeOfFailure(outcomes);
  }
  const isUpdateDue = outcomes.some(({ reason }) => reason.code === 'adopted-differs');
  return has('drifted') || isUpdateDue ? exitCodes.changes : exitCodes.ok;
}

/** If no step was done, a common cause of all failures is more specific than "partial". */
function codeOfFailure(outcomes: readonly Outcome[]): ExitCode {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const [first] = failed;
  if (first === undefined) {
    return outcomes.some(({ status }) => status === 'skipped') ? exitCodes.partial : exitCodes.gate;
  }
  const { cause } = first;
  const isOneCause = cause !== undefined && failed.every((outcome) => outcome.cause === cause);
  return isOneCause ? codeOfCause[cause] : exitCodes.partial;
}
