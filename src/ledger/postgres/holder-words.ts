import { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import { unsafeError } from '../ledger-error.ts';
import type { Lease } from './lease.ts';

/** The environment of a lease, for messages. */
export interface LeasePlace {
  readonly environment: string;
  /** The command that removes the lock of a run. */
  readonly unlockCommand: (run: string) => string;
}

/** The error for a lease that another run has. */
export function leaseHeld({ environment, unlockCommand }: LeasePlace, lease: Lease): LedgerError {
  const id = leaseRunId(lease.run);
  return unsafeError(
    `the ledger of \`${environment}\` is locked by ${leaseInWords(lease)}`,
    `wait for it to end; once it is certain that it does not run any more, remove its lock with \`${unlockCommand(id)}\``,
  );
}

/** The error for a lease that could not be given back. */
export function notReleased(
  { environment, unlockCommand }: LeasePlace,
  run: RunAbout,
  cause: LedgerError,
): LedgerError {
  return new LedgerError(
    cause.exitCode,
    `the ledger lock of \`${environment}\` could not be given back: ${cause.message}`,
    { cause, help: `once PostgreSQL answers again, remove it with \`${unlockCommand(run.id)}\`` },
  );
}

/** "run 1a2b3c4d5e6f (`apply` by ann on `runner-7` since 2026-…; https://… attempt 2)". */
function leaseInWords({ run, since }: Lease): string {
  if (run === undefined) return `an unknown run (since ${since})`;
  const { id, verb, actor, host, ci } = run;
  const who = actor === undefined ? '' : ` by ${actor}`;
  const where = host === '' ? '' : ` on \`${host}\``;
  const job = ci === undefined ? '' : `; ${ci.url}, attempt ${ci.attempt}`;
  return onOneLine(`run ${id} (\`${verb}\`${who}${where} since ${since}${job})`);
}

/** The id of a run if it is one: it becomes part of a command. */
export function leaseRunId(run: RunAbout | undefined): string {
  return run !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(run.id) ? run.id : 'unknown';
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').slice(0, 400);
}
