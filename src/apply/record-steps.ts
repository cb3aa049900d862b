/** Steps that send no write requests and only change the ledger. */
import { fieldsIn } from '../text/pointer.ts';
import type { Outcome } from '../model/plan/outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { isSameJson } from '../text/json/same-json.ts';
import { liveHash } from '../derive/forms/live-hash.ts';
import { settlingSeconds } from '../derive/forms/settling.ts';
import { toLive } from '../derive/forms/to-live.ts';
import type { LedgerChange } from '../model/journal/journal.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Json } from '../model/value.ts';
import { changedKey } from './change-object.ts';
import { entryAfter, entryKept } from './entries.ts';
import { apiErrorOf, failed } from './failures.ts';
import {
  ledgerEntryOf,
  outcome,
  ownAddress,
  ownedByOther,
  readNow,
  type Ready,
  type ApplyRun,
} from './run.ts';
import { recorded } from './write-steps.ts';

/** Adopts an object unchanged: reads it again and records its live state as observed. */
export async function adoptObject(run: ApplyRun, { step, op }: Ready): Promise<Outcome> {
  let answer: Awaited<ReturnType<ApplyRun['api']['get']>>;
  try {
    answer = await readNow(run, changedKey(run, step));
  } catch (error) {
    return failed(step, apiErrorOf(error));
  }
  if (answer === undefined) return outcome(step, 'failed', { code: 'adopt-deleted' }, { cause: 'stale' });
  const live = toLive(step.kind, answer);
  const theirs = ownedByOther(run, step, live);
  if (theirs !== undefined) return theirs;
  const before = ledgerEntryOf(run, step);
  // A recreated object is a different one: nothing was applied to it.
  const known = before?.id === step.id ? before : undefined;
  if (step.liveHash !== undefined && liveHash(live, step.desired, known?.applied) !== step.liveHash) {
    return outcome(step, 'failed', { code: 'changed-since', paths: [] }, { cause: 'stale' });
  }
  const marked = live.marker?.owner === run.owner ? live.marker.op : op;
  const entry = entryAfter(run, step, { uid: known?.uid ?? marked, live });
  const fields = fieldsIn(step.changes.map(({ path }) => path));
  return recorded(run, step, fields.length === 0 ? { code: 'done' } : { code: 'adopted-differs', fields }, {
    changes: [...ownAddress(run, step), { change: 'put', address: step.address, entry }],
  });
}

/**
 * Removes an object from the ledger. If the plan saw it live, it becomes an orphan that each later plan mentions; if it
 * returned 404, no record is left.
 */
export async function forgetObject(run: ApplyRun, { step }: Ready): Promise<Outcome> {
  const { address, liveHash: seen } = step;
  const known = run.recorder.state().resources[address];
  // A recently written object may not be visible yet, so it is kept as an orphan and looked up again.
  const isFresh =
    known?.id === step.id && known !== undefined && settlingSeconds(known, run.env.clock.now()) > 0;
  if (seen === undefined && !isFresh) {
    return recorded(run, step, { code: 'forgot-gone' }, { changes: forgetting(run.recorder.state(), step) });
  }
  const since = run.env.clock.now().toISOString();
  const how = step.action === 'retire' ? 'retired' : 'forgotten';
  const code = isFresh && seen === undefined ? 'forgot-unseen' : 'still-exists';
  return recorded(
    run,
    step,
    { code },
    {
      changes: [{ change: 'orphan', address, since, how }],
    },
  );
}

/** An orphan and a newer object may have the same address: the id says which one is gone. */
function forgetting({ resources, orphans }: LedgerState, { address, id }: Step): readonly LedgerChange[] {
  return [
    ...(resources[address]?.id === id ? [{ change: 'remove', address } as const] : []),
    ...(orphans[address]?.id === id ? [{ change: 'drop-orphan', address } as const] : []),
  ];
}

/** Updates the entry, for example with a new file; undefined if there is nothing to report. */
export async function keepObject(run: ApplyRun, step: Step): Promise<Outcome | undefined> {
  const entry = ledgerEntryOf(run, step);
  if (entry === undefined) return undefined;
  const { address, formerly = address } = step;
  const next = entryKept(run, step, entry);
  const isKnown = run.recorder.state().resources[address] !== undefined;
  if (isKnown && isSameJson(next as unknown as Json, entry as unknown as Json)) return undefined;
  const result = await recorded(
    run,
    step,
    isKnown ? { code: 'done' } : { code: 'renamed', other: formerly },
    {
      changes: [...ownAddress(run, step), { change: 'put', address, entry: next }],
    },
  );
  return isKnown && result.status === 'done' ? undefined : result;
}
