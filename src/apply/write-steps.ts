import type { Outcome } from '../model/plan/step-outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { settlingLeft } from '../derive/forms/settling.ts';
import { toLive } from '../derive/forms/read-form.ts';
import type { LedgerChange } from '../model/ledger/ledger-change.ts';
import type { Orphan } from '../model/ledger/ledger.ts';
import type { Live } from '../model/live.ts';
import type { OutcomeReason } from '../model/facts/outcome.ts';
import { changeObject } from './change-object.ts';
import { entryAfter } from './entries.ts';
import { causeOf, ledgerErrorOf } from './failures.ts';
import { keepingMarker } from './make-ready.ts';
import { outcome, usedApprovals, type Ready, type ApplyRun } from './apply-run.ts';
import { lackingIn, responseDifferences } from './response-differences.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { ledgerEntryOf, ownAddress } from './ledger-entry-of.ts';
import { settledAnswer, unlessNotPersisted } from './settled-answer.ts';

/** The change that makes an orphan of a step's object, as of now. */
export function orphaned({ env }: ApplyRun, { address }: Step, how: Orphan['how']): LedgerChange {
  return { change: 'orphan', address, since: env.clock.now().toISOString(), how };
}

/** Sends a PATCH. `then`: what is recorded with its result, if the service kept all of it. */
export async function updateObject(
  run: ApplyRun,
  { step, op, body = '{}' }: Ready,
  then: readonly LedgerChange[] = [],
): Promise<Outcome> {
  const changed = await changeObject(run, { step, op }, async (key, { seen, before }) =>
    toLive(step.kind, await run.api.update(key, keepingMarker(body, seen.marker), before)),
  );
  if ('ended' in changed) return changed.ended;
  const live = await settledAnswer(run, step, changed.now as Live);
  const isKept = lackingIn(step, live, run.secrets).length === 0;
  const entry = entryAfter(run, step, { uid: ledgerEntryOf(run, step)?.uid ?? op, live });
  const done = await recorded(run, step, {
    reason: { code: 'done' },
    op,
    isOpen: changed.isOpen,
    changes: [
      ...ownAddress(run, step),
      { change: 'put', address: step.address, entry },
      ...settledBefore(run, live.id),
      ...(isKept ? then : []),
    ],
    surprises: responseDifferences(step, live, run.secrets),
  });
  return unlessNotPersisted(run, step, live, done);
}

/** The earlier writes of the object that cannot arrive any more: this one has waited for them. */
function settledBefore({ env, recorder }: ApplyRun, id: string): readonly LedgerChange[] {
  const now = env.clock.now();
  return recorder
    .unsettledTo(id)
    .flatMap(([op, { since }]) =>
      settlingLeft(since, now) === 0 ? [{ change: 'settled', op } as const] : [],
    );
}

export async function deleteObject(run: ApplyRun, { step, op }: Ready): Promise<Outcome> {
  const changed = await changeObject(run, { step, op }, async (key, { before }) => {
    await run.api.delete(key, before);
    return 'gone';
  });
  if ('ended' in changed) return changed.ended;
  return recorded(run, step, {
    reason: { code: 'done' },
    op,
    changes: [{ change: 'remove', address: step.address }],
  });
}

/** The record of a step that ended well: the changes of the ledger, and the answer to its request. */
interface StepRecord {
  readonly reason: OutcomeReason;
  readonly changes: readonly LedgerChange[];
  readonly op?: string;
  readonly isOpen?: boolean;
  readonly surprises?: readonly string[];
}

/** Records a step; it is done only once the ledger is written. */
export async function recorded(
  run: ApplyRun,
  step: Step,
  { reason, changes, op, isOpen = false, surprises = [] }: StepRecord,
): Promise<Outcome> {
  try {
    await run.recorder.record({
      type: 'answer',
      ...withoutUndefined({ op }),
      ...(isOpen ? { isOpen } : {}),
      changes: [...changes, ...usedApprovals(run, step)],
    });
  } catch (error) {
    const failure = ledgerErrorOf(error);
    const { message } = failure;
    const isKept = step.action === 'keep' && step.formerly === undefined;
    const code = isKept ? 'kept-not-recorded' : 'done-not-recorded';
    return outcome(step, 'failed', { code, message }, { cause: causeOf(failure) });
  }
  return outcome(step, 'done', reason, { surprises });
}
