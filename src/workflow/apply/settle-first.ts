import { ledgerRecorder } from '../../apply/recorder.ts';
import { knownValues } from '../../derive/secrets/known-values.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { fingerprintOf } from '../../session/secrets/fingerprint.ts';
import { settleDoubts, type Settled } from '../plan/settle-doubts.ts';
import type { ApplyJob } from './apply-job.ts';

export interface SettledJob extends ApplyJob {
  /** The doubts that the reading of the API has settled; not recorded yet. */
  readonly settled: Settled;
}

/** The job with the ledger and the live state from which the plan was made. */
export function withoutDoubts(io: Io, job: ApplyJob): SettledJob {
  const { lock, secrets, settings, desired } = job;
  const settled = settleDoubts(job, {
    readAt: new Date(lock.run.at),
    declared: new Set(desired.map(({ address }) => address)),
    secrets,
    isSecret: knownValues(settings.secrets.keys(), secrets),
    fingerprint: fingerprintOf(io, job.ledger.lineage),
  });
  const { ledger, live } = settled;
  return { ...job, ledger, live, settled };
}

/**
 * Records before the first step what the plan rests on: the doubts that its reading has settled, and a saved plan as
 * applied, so that it is never applied twice, even if it does nothing.
 */
export async function recordSettled(
  io: Io,
  { lock, ledger, settled, spends, api }: SettledJob,
  tell: (event: RunEvent) => void,
): Promise<LedgerState> {
  const at = io.clock.now().toISOString();
  const spent = spends === undefined ? [] : [{ change: 'apply-plan', plan: { id: spends, at } } as const];
  const changes = [...settled.changes, ...spent];
  if (changes.length === 0) return ledger;
  await ledgerRecorder(lock, api.origin).record({ type: 'answer', changes });
  for (const { address, as } of settled.requests) tell({ event: 'settled', address, as });
  return lock.state() ?? ledger;
}
