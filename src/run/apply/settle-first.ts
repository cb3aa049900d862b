import type { ApplyJob } from './apply-job.ts';
import { ledgerRecorder } from '../../apply/recorder.ts';
import type { Run } from '../session/run.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Address } from '../../model/workspace/address.ts';
import { fingerprintOf } from '../session/secrets/fingerprint.ts';
import { settleUnknownOutcomes, type SettleResult } from '../plan/settle-unknown-outcomes.ts';

export interface SettledJob extends ApplyJob {
  /** The unknown outcomes that the reading of the API has settled; not recorded yet. */
  readonly settled: SettleResult;
}

/** The job with the ledger and the live state from which the plan was made. */
export function withoutUnknownOutcomes({ io }: Run, job: ApplyJob): SettledJob {
  const { secrets, desired } = job;
  const settled = settleUnknownOutcomes(job, {
    readAt: job.readAt,
    isShared: job.api.skew() !== undefined,
    declared: new Set(desired.map(({ address }) => address)),
    secrets,
    fingerprint: fingerprintOf(io, job.ledger.lineage),
    older: job.older,
  });
  const { ledger, live } = settled;
  return { ...job, ledger, live, settled: ofShard(job, settled) };
}

/** Each shard records what is settled of its own objects. */
function ofShard(
  { isOurs, ledger: { unknown = {}, unsettled = {} } }: ApplyJob,
  settled: SettleResult,
): SettleResult {
  if (isOurs === undefined) return settled;
  const ownChanges = (change: LedgerChange): readonly LedgerChange[] => {
    if (change.change === 'use-approvals') {
      const approvals = change.approvals.filter(({ address }) => isOurs(address));
      return approvals.length === 0 ? [] : [{ ...change, approvals }];
    }
    const create = (op: string): Address | undefined =>
      (Object.keys(unknown) as Address[]).find((address) => unknown[address]?.op === op);
    const address =
      change.change === 'settled' || change.change === 'seen'
        ? (unsettled[change.op]?.address ?? create(change.op))
        : addressIn(change);
    return address !== undefined && isOurs(address) ? [change] : [];
  };
  return {
    ...settled,
    changes: settled.changes.flatMap(ownChanges),
    requests: settled.requests.filter(({ address }) => isOurs(address)),
  };
}

function addressIn(change: LedgerChange): Address | undefined {
  return 'address' in change ? change.address : undefined;
}

/**
 * Records before the first step what the plan rests on: the unknown outcomes that its reading has settled, and a saved
 * plan as applied, so that it is never applied twice, even if it does nothing.
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
