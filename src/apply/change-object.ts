/**
 * PATCH and DELETE. The service has no ETag, so each is preceded by a GET whose response must equal the planned state.
 * A lost response is resolved by another GET: if the object has the new state, the step is done; if it still has the
 * old one, the request is sent again, a bounded number of times.
 */
import { unlessAborted } from '../text/waits/unless-aborted.ts';
import { asSent } from '../derive/compare/service-form.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { liveHash } from '../derive/forms/live-hash.ts';
import { attemptsAfter, retryWaitMs } from '../text/waits/retry-limits.ts';
import { settlingLeft, settlingSeconds } from '../derive/forms/settling.ts';
import { kinds } from '../kinds/index.ts';
import type { Operation } from '../kinds/operation.ts';
import type { BeforeSending, ObjectKey } from '../model/api.ts';
import { LedgerError, type ApiError } from '../model/errors.ts';
import type { Live } from '../model/live.ts';
import { apiErrorOf, failed, isRejected, notSent, recordFailed } from './failures.ts';
import { bodyHash, intentOf } from './intent.ts';
import { outcome, ownedByOther, type ApplyRun, type Ready } from './apply-run.ts';
import { changedSince, lackingIn } from './response-differences.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { ledgerEntryOf } from './ledger-entry-of.ts';
import { readNow, unlessUrgent } from './read-now.ts';
import { beforeSending } from './before-sending.ts';

/** The object after the change (`gone` after a DELETE), or the outcome that ends the step. */
export type ChangeResult = FoundState | { readonly ended: Outcome };

interface FoundState {
  readonly now: Live | 'gone';
  /** Whether an earlier sending of the same request may still arrive. */
  readonly isOpen: boolean;
}

/** Sends the request once. `seen`: the object as it was right before. */
type Send = (
  key: ObjectKey,
  about: { readonly seen: Live; readonly before: BeforeSending },
) => Promise<Live | 'gone'>;

const firstWaitMs = 500;

export async function changeObject(
  run: ApplyRun,
  { step, op }: Pick<Ready, 'step' | 'op'>,
  send: Send,
): Promise<ChangeResult> {
  const { end: free } = await run.slots.take();
  try {
    if (run.stopReason() === undefined) await untilSettled(run, step);
    const reason = run.stopReason();
    if (reason !== undefined) return { ended: outcome(step, 'skipped', reason) };
    const changed = await attempt(run, { step, op }, send);
    if ('ended' in changed) run.heard(changed.ended);
    return changed;
  } finally {
    free();
  }
}

async function attempt(
  run: ApplyRun,
  { step, op }: Pick<Ready, 'step' | 'op'>,
  send: Send,
): Promise<ChangeResult> {
  const key = changedKey(run, step);
  let before: BeforeSending | undefined;
  let error: ApiError | undefined;
  // One lost response is enough: an earlier request may still arrive, whatever the later ones are told.
  let unanswered = 0;
  const ended = async (outcome: Outcome): Promise<ChangeResult> => {
    if (error !== undefined && unanswered === 0) await recordFailed(run, op, error);
    return { ended: outcome };
  };
  for (let count = 1; ; count++) {
    const seen = await look(run, step, key, error);
    if ('ended' in seen) return ended(seen.ended);
    // Then one of them has arrived.
    if (!('unchanged' in seen)) return { ...seen, isOpen: unanswered > 1 };
    if (error !== undefined && (count > attemptsAfter(error.status) || run.stopReason() !== undefined))
      return ended(outcome(step, 'failed', { code: 'unchanged', message: error.message }));
    if (before === undefined) {
      const intent = intentOf(run, step, op);
      await run.recorder.record(intent);
      const reason = run.stopReason();
      if (reason !== undefined) return { ended: await notSent(run, { step, op }, reason) };
      before = beforeSending(run, intent);
    }
    try {
      const sent = send(key, { seen: seen.unchanged, before });
      return { now: await unlessUrgent(run, requestOf(step), sent), isOpen: unanswered > 0 };
    } catch (caught) {
      // The lock is gone, or the disk is full: nothing was sent this time.
      if (unanswered > 0 && error !== undefined && caught instanceof LedgerError)
        return ended(unsettled(step, error));
      error = apiErrorOf(caught);
      if (!isRejected(error)) unanswered++;
      if (isFinal(error)) {
        return ended(unanswered > 0 ? unsettled(step, error) : failed(step, error));
      }
      if (run.urgent?.aborted === true) return ended(unsettled(step, error));
      const wait = retryWaitMs({ attempt: count, firstMs: firstWaitMs, askedMs: error.retryAfterMs });
      await waitFor(run, wait, run.urgent);
    }
  }
}

/** Waits until earlier, different writes of the object whose responses were lost cannot arrive after this one. */
async function untilSettled(run: ApplyRun, step: Step): Promise<void> {
  const { id } = changedKey(run, step);
  const body = bodyHash(step);
  const left = run.recorder
    .unsettledTo(id)
    .filter(([, earlier]) => earlier.body !== body)
    .map(([, { since }]) => settlingLeft(since, run.env.clock.now()));
  const longest = Math.max(0, ...left);
  if (longest === 0) return;
  run.onWait?.(step, longest);
  await waitFor(run, longest, run.signal);
}

/** The operation of the step, for messages. */
function requestOf({ kind, action }: Step): Pick<Operation, 'method' | 'path'> {
  const { update, delete: remove, get } = kinds[kind].operations;
  return (action === 'delete' ? remove : update) ?? get;
}

/** Waits, but not after the signal. */
async function waitFor(
  { env }: ApplyRun,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted === true) return;
  await unlessAborted(signal, env.clock.sleep(milliseconds), () => undefined);
}

/** Whether the request was rejected and repeating it in this run cannot help. */
function isFinal(error: ApiError): boolean {
  if (!isRejected(error) || error.wasSent === 'no') return false;
  return error.status !== 429 || error.waitUntil !== undefined;
}

/** The id comes from the plan, or from the ledger from which it was made. */
export function changedKey(run: ApplyRun, step: Step): ObjectKey {
  const entry = ledgerEntryOf(run, step);
  const id = step.id ?? entry?.id;
  const edge_id = step.edge_id ?? entry?.edge_id;
  if (id === undefined) throw new Error(`the step for ${step.address} names no object`);
  return { kind: step.kind, id, ...withoutUndefined({ edge_id }) };
}

/** Reads the object before a request. `unchanged`: as planned, so continue. `after`: the error before this look. */
async function look(
  run: ApplyRun,
  step: Step,
  key: ObjectKey,
  after: ApiError | undefined,
): Promise<Pick<FoundState, 'now'> | { readonly ended: Outcome } | { readonly unchanged: Live }> {
  let live: Live | undefined;
  try {
    live = await readNow(run, key);
  } catch (caught) {
    const error = apiErrorOf(caught);
    return { ended: after === undefined || isRejected(after) ? failed(step, error) : unsettled(step, after) };
  }
  if (live === undefined) {
    const entry = ledgerEntryOf(run, step);
    // An object that was written a moment ago may not be visible yet.
    const isGone = entry === undefined || settlingSeconds(entry, run.env.clock.now()) === 0;
    if (step.action === 'delete' && isGone) return { now: 'gone' };
    return { ended: after === undefined || isRejected(after) ? goneOutside(step) : unsettled(step, after) };
  }
  if (!live.isManageable) {
    return { ended: outcome(step, 'failed', { code: 'type-changed' }, { cause: 'stale' }) };
  }
  const theirs = ownedByOther(run, step, live);
  if (theirs !== undefined) return { ended: theirs };
  const entry = ledgerEntryOf(run, step);
  // The plan has what was sent where the service keeps a form of its own.
  const spec = entry === undefined ? live.spec : asSent(step.kind, entry, live.spec, step.desired).live;
  if (liveHash({ ...live, spec }, step.desired, entry?.applied) === step.liveHash) return { unchanged: live };
  if (after === undefined) return { ended: stale(run, step, live) };
  const isDone = step.action !== 'delete' && lackingIn(step, live, run.secrets).length === 0;
  return isDone ? { now: live } : { ended: unsettled(step, after) };
}

function stale(run: ApplyRun, step: Step, live: Live): Outcome {
  const paths = changedSince(step, live, run.secrets);
  return outcome(step, 'failed', { code: 'changed-since', paths }, { cause: 'stale' });
}

function goneOutside(step: Step): Outcome {
  return outcome(step, 'failed', { code: 'deleted-since' }, { cause: 'stale' });
}

function unsettled(step: Step, error: ApiError): Outcome {
  return outcome(step, 'unknown', { code: 'unsettled', message: error.message });
}
