import { changedKey } from './change-object.ts';
import { createObject } from './create-object.ts';
import { entryAfter, entryAsRecorded } from './entries.ts';
import { apiErrorOf, causeOf, failed } from './failures.ts';
import type { ReadyResult } from './make-ready.ts';
import { outcome, ownedByOther, type ApplyRun, type Ready } from './apply-run.ts';
import { deleteObject, orphaned, recorded, updateObject } from './write-steps.ts';
import { liveHash } from '../derive/forms/live-hash.ts';
import { settlingSeconds } from '../derive/forms/settling.ts';
import { LedgerError } from '../model/errors.ts';
import type { LedgerChange } from '../model/ledger/ledger-change.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';
import type { Step } from '../model/plan/step.ts';
import type { Json } from '../model/value.ts';
import { isSameJson } from '../text/json/json-access.ts';
import { fieldsIn } from '../text/dotted-path.ts';
import { ledgerEntryOf, ownAddress } from './ledger-entry-of.ts';
import { readNow } from './read-now.ts';

/** Runs one step, or returns the reason why not; undefined for an unchanged object. */
export async function runStep(
  run: ApplyRun,
  step: Step,
  made: ReadyResult | undefined,
): Promise<Outcome | undefined> {
  if (step.action === 'keep')
    return run.stopReason() === undefined ? unlessUnrecorded(step, () => keepObject(run, step)) : undefined;
  if (made === undefined) throw new Error(`the step for ${step.address} was not made ready`);
  if (step.action === 'drift') return outcome(step, 'drifted', step.reason);
  if (step.action === 'blocked')
    return outcome(step, step.unknown === undefined ? 'blocked' : 'unknown', step.reason);
  if ('missing' in made) return outcome(step, 'blocked', { code: 'secrets-unset', names: made.missing });
  const reason = run.stopReason(step);
  if (reason !== undefined) return outcome(step, 'skipped', reason);
  run.onStart?.(step);
  return unlessUnrecorded(step, () => perform(run, made.ready));
}

async function unlessUnrecorded(
  step: Step,
  work: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  try {
    return await work();
  } catch (error) {
    // The intent could not be recorded, so no request was sent.
    if (error instanceof LedgerError)
      return outcome(
        step,
        'skipped',
        { code: 'ledger-failed', message: error.message },
        causeOf(error) === 'lock' ? { cause: 'lock' } : {},
      );
    throw error;
  }
}

async function perform(run: ApplyRun, ready: Ready): Promise<Outcome | undefined> {
  const { step } = ready;
  const sends = step.requests.length > 0;
  switch (step.action) {
    case 'create':
      return createObject(run, ready);
    case 'update':
      return sends ? updateObject(run, ready) : keepObject(run, step);
    case 'retire':
      return sends ? updateObject(run, ready, [orphaned(run, step, 'retired')]) : forgetObject(run, ready);
    case 'delete':
      return deleteObject(run, ready);
    case 'adopt':
      return adoptObject(run, ready);
    case 'forget':
      return forgetObject(run, ready);
    case 'keep':
    case 'drift':
    case 'blocked':
      throw new Error(`a ${step.action} step is not performed`);
  }
}

/** Adopts an object unchanged, which only changes the ledger: reads it again and records its live state as observed. */
async function adoptObject(run: ApplyRun, { step, op }: Ready): Promise<Outcome> {
  let live: Live | undefined;
  try {
    live = await readNow(run, changedKey(run, step));
  } catch (error) {
    return failed(step, apiErrorOf(error));
  }
  if (live === undefined) return outcome(step, 'failed', { code: 'adopt-deleted' }, { cause: 'stale' });
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
  return recorded(run, step, {
    reason: fields.length === 0 ? { code: 'done' } : { code: 'adopted-differs', fields },
    changes: [...ownAddress(run, step), { change: 'put', address: step.address, entry }],
  });
}

/**
 * Removes an object from the ledger. If the plan saw it live, it becomes an orphan that each later plan mentions; if it
 * returned 404, no record is left.
 */
async function forgetObject(run: ApplyRun, { step }: Ready): Promise<Outcome> {
  const { liveHash: seen } = step;
  const known = run.recorder.state().resources[step.address];
  // A recently written object may not be visible yet, so it is kept as an orphan and looked up again.
  const isFresh =
    known?.id === step.id && known !== undefined && settlingSeconds(known, run.env.clock.now()) > 0;
  if (seen === undefined && !isFresh) {
    return recorded(run, step, {
      reason: { code: 'forgot-gone' },
      changes: forgetting(run.recorder.state(), step),
    });
  }
  const how = step.action === 'retire' ? 'retired' : 'forgotten';
  const code = isFresh && seen === undefined ? 'forgot-unseen' : 'still-exists';
  return recorded(run, step, { reason: { code }, changes: [orphaned(run, step, how)] });
}

/** An orphan and a newer object may have the same address: the id says which one is gone. */
function forgetting({ resources, orphans }: LedgerState, { address, id }: Step): readonly LedgerChange[] {
  return [
    ...(resources[address]?.id === id ? [{ change: 'remove', address } as const] : []),
    ...(orphans[address]?.id === id ? [{ change: 'drop-orphan', address } as const] : []),
  ];
}

/** Updates the entry, for example with a new file; undefined if there is nothing to report. */
async function keepObject(run: ApplyRun, step: Step): Promise<Outcome | undefined> {
  const entry = ledgerEntryOf(run, step);
  if (entry === undefined) return undefined;
  const { address, formerly = address } = step;
  const next = entryAsRecorded(run, step, entry);
  const isKnown = run.recorder.state().resources[address] !== undefined;
  if (isKnown && isSameJson(next as unknown as Json, entry as unknown as Json)) return undefined;
  const result = await recorded(run, step, {
    reason: isKnown ? { code: 'done' } : { code: 'renamed', other: formerly },
    changes: [...ownAddress(run, step), { change: 'put', address, entry: next }],
  });
  return isKnown && result.status === 'done' ? undefined : result;
}
