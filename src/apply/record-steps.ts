/** The steps that send nothing: they only change what the ledger says. */
import type { Outcome } from '../model/plan/outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { canonicalJson } from '../text/hash.ts';
import { liveHash } from '../derive/forms/live-hash.ts';
import { settlingSeconds } from '../derive/forms/settling.ts';
import { toLive } from '../derive/forms/to-live.ts';
import { withEntry, withOrphan, withoutEntry, withoutOrphan } from '../ledger/state.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Json } from '../model/value.ts';
import { changedKey } from './change-object.ts';
import { entryAfter, entryKept } from './entries.ts';
import { apiErrorOf, failed } from './failures.ts';
import { ledgerEntryOf, outcome, withOwnAddress, type Ready, type ApplyRun } from './run.ts';
import { recorded } from './write-steps.ts';

/** Takes over what exists, as it is: it is read once more, and what is live is what was observed. */
export async function adoptObject(run: ApplyRun, { step, op }: Ready): Promise<Outcome> {
  let answer: Awaited<ReturnType<ApplyRun['api']['get']>>;
  try {
    answer = await run.api.get(changedKey(run, step));
  } catch (error) {
    return failed(step, apiErrorOf(error));
  }
  if (answer === undefined) return outcome(step, 'failed', { code: 'adopt-deleted' }, { cause: 'stale' });
  const live = toLive(step.kind, answer);
  const before = ledgerEntryOf(run, step);
  // One that was made again outside is another object: nothing was applied to it.
  const known = before?.id === step.id ? before : undefined;
  if (step.liveHash !== undefined && liveHash(live, step.desired, known?.applied) !== step.liveHash) {
    return outcome(step, 'failed', { code: 'changed-since', paths: [] }, { cause: 'stale' });
  }
  const marked = live.marker?.owner === run.owner ? live.marker.op : op;
  const entry = entryAfter(run, step, { uid: known?.uid ?? marked, live });
  return recorded(
    run,
    step,
    { code: 'done' },
    {
      change: (state) => withEntry(withOwnAddress(state, step), step.address, entry),
    },
  );
}

/**
 * The ledger lets go of an object. One that lives (the plan saw it) is an orphan, named in each later plan; one that
 * answered 404 leaves nothing.
 */
export async function forgetObject(run: ApplyRun, { step }: Ready): Promise<Outcome> {
  const { address, liveHash: seen } = step;
  const known = run.recorder.state().resources[address];
  // What is not shown yet would be lost: it is looked for once more, as an orphan.
  const isFresh =
    known?.id === step.id && known !== undefined && settlingSeconds(known, run.env.clock.now()) > 0;
  if (seen === undefined && !isFresh) {
    return recorded(run, step, { code: 'forgot-gone' }, { change: (state) => withoutObject(state, step) });
  }
  const since = run.env.clock.now().toISOString();
  const how = step.action === 'retire' ? 'retired' : 'forgotten';
  const code = isFresh && seen === undefined ? 'forgot-unseen' : 'still-exists';
  return recorded(
    run,
    step,
    { code },
    {
      change: (state) => withOrphan(state, address, { since, how }),
    },
  );
}

/** An address can be that of an orphan and, used again, of another object: the id says which one is gone. */
function withoutObject(state: LedgerState, { address, id }: Step): LedgerState {
  const left = state.resources[address]?.id === id ? withoutEntry(state, address) : state;
  return left.orphans[address]?.id === id ? withoutOrphan(left, address) : left;
}

/** Undefined when there is nothing to say: the ledger may still learn where a resource is declared now. */
export async function keepObject(run: ApplyRun, step: Step): Promise<Outcome | undefined> {
  const entry = ledgerEntryOf(run, step);
  if (entry === undefined) return undefined;
  const { address, formerly = address } = step;
  const next = entryKept(run, step, entry);
  const isKnown = run.recorder.state().resources[address] !== undefined;
  if (isKnown && canonicalJson(next as unknown as Json) === canonicalJson(entry as unknown as Json))
    return undefined;
  const result = await recorded(
    run,
    step,
    isKnown ? { code: 'done' } : { code: 'renamed', other: formerly },
    {
      change: (state) => withEntry(withOwnAddress(state, step), address, next),
    },
  );
  return isKnown && result.status === 'done' ? undefined : result;
}
