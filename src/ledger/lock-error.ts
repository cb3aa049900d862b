import { LedgerError } from '../model/errors.ts';
import { unsafeError } from './ledger-error.ts';
import type { RunAbout } from '../model/ledger/journal.ts';

/** The error for a lost lock: the next write could overwrite that of another run. */
export function lockRemoved(): LedgerError {
  return unsafeError(
    'the ledger lock was removed while this run held it',
    'the ledger is as the last write left it; another run may be in progress: wait for it, then run `edgewright plan`',
  );
}

/** The beginning of every refusal because of a lock, by which the page of messages finds it. */
export function isLocked(environment: string): string {
  return `the ledger of \`${environment}\` is locked`;
}

/** The error for the ledger of an environment that another run has locked in a shared store. */
export function lockedBy(
  environment: string,
  { words, run }: { readonly words: string; readonly run: RunAbout | undefined },
  unlockCommand: string,
): LedgerError {
  return unsafeError(
    `${isLocked(environment)} by ${words}`,
    `wait for it to end; once it is certain that it does not run any more, remove its lock with \`${unlockCommand}\``,
    run,
  );
}

/** The error for a lock in a shared store that could not be given back; `once`: when it can be removed. */
export function notReleased(
  {
    environment,
    unlockCommand,
  }: { readonly environment: string; readonly unlockCommand: (run: string) => string },
  run: RunAbout,
  { cause, once }: { readonly cause: LedgerError; readonly once: string },
): LedgerError {
  return new LedgerError(
    cause.exitCode,
    `the ledger lock of \`${environment}\` could not be given back: ${cause.message}`,
    { cause, help: `once ${once}, remove it with \`${unlockCommand(run.id)}\`` },
  );
}
