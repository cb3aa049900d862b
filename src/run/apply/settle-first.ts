import { ledgerRecorder } from '../../apply/recorder.ts';
import type { Run } from '../session/run.ts';
import type { Progress } from '../cli/progress.ts';
import type { DeclaredNow } from '../../ledger/upkeep/ledger-behind-live.ts';
import type { WriteApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerChange } from '../../model/ledger/journal.ts';
import type { LedgerLock, RollbackFiles } from '../../model/ledger/ledger-store.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Outcome, RunEvent } from '../../model/plan/run-event.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Address } from '../../model/workspace.ts';
import { fingerprintOf } from '../session/secrets/fingerprint.ts';
import { settleUnknownOutcomes, type SettleResult } from '../plan/settle-unknown-outcomes.ts';

export interface SettledJob extends ApplyJob {
  /** The doubts that the reading of the API has settled; not recorded yet. */
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

/** A plan to apply under the lock, and everything needed to apply it. */
export interface ApplyJob {
  readonly plan: Plan;
  readonly api: WriteApi;
  readonly lock: LedgerLock;
  readonly progress: Progress;
  readonly ledger: LedgerState;
  /** By the clock of the service: not after the beginning of the reading. */
  readonly readAt: Date;
  readonly secrets: SecretLookup;
  /** The live state that the plan was made from. */
  readonly live: LiveState;
  readonly desired: readonly Pick<Desired, 'address'>[];
  readonly rollbacks: RollbackFiles;
  /** The files, if they are applied: what they declare may be newer than the ledger. */
  readonly older?: DeclaredNow;
  /** The saved plan, as the command line names it. */
  readonly file?: string;
  /** The checksum of the saved plan that counts as applied by this run. */
  readonly spends?: string;
  /** Whether an address belongs to the shard that is applied; undefined for the whole. */
  readonly isOurs?: (address: Address) => boolean;
  /** Requested steps that are not done, reported with the other outcomes. */
  readonly left?: readonly Outcome[];
  /** A message printed at the end, unless every step was left alone. */
  readonly afterwards?: string;
}
