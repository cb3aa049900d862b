import { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import { lockedBy, runIdOf } from '../held-words.ts';
import { runInWords } from '../../text/run-in-words.ts';
import type { Lease } from './lease.ts';

/** The environment of a lease, for messages. */
export interface LeasePlace {
  readonly environment: string;
  /** The command that removes the lock of a run. */
  readonly unlockCommand: (run: string) => string;
  /** The command that changes the number of shards. */
  readonly shardsCommand: (count: number) => string;
}

/** The error for a lease that another run has. */
export function leaseHeld({ environment, unlockCommand }: LeasePlace, lease: Lease): LedgerError {
  const { run } = lease;
  return lockedBy(environment, { words: leaseInWords(lease), run }, unlockCommand(leaseRunId(run)));
}

export function leaseInWords({ run, since }: Lease): string {
  return run === undefined ? `an unknown run (since ${since})` : runInWords({ ...run, at: since });
}

/** The id of the run that has the lease, as part of a command. */
export function leaseRunId(run: RunAbout | undefined): string {
  return (run && runIdOf(run)) ?? 'unknown';
}
