import { fieldsIn } from '../text/dotted-path.ts';
import type { Outcome } from '../model/plan/step-outcome.ts';
import type { Step } from '../model/plan/step.ts';
import { ownerInLedger } from '../derive/forms/owner-id.ts';
import { kinds } from '../kinds/index.ts';
import { LedgerError } from '../model/errors.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import type { NotAttempted } from '../model/facts/outcome.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Address } from '../model/workspace/address.ts';
import { beginEach, concurrencyLimit } from '../text/waits/concurrency-limit.ts';
import { makeReady } from './make-ready.ts';
import { groupsOf, type Waits, waitsOf } from './apply-order.ts';
import { ledgerRecorder, type Recorder } from './recorder.ts';
import { runStep } from './run-step.ts';
import { outcome, type ApplyRequest, type ApplyRun } from './apply-run.ts';
import { maskedValue } from '../derive/forms/masked.ts';
import { secretFilter } from '../derive/secrets/secret-filter.ts';
import { sentSecretNames } from '../derive/secrets/secret-references.ts';
import { exitCodes } from '../model/exit-codes.ts';
import { slotsOf } from './request-slots.ts';

export interface ApplyResult {
  /** In the order of the plan; none for an unchanged object. */
  readonly outcomes: readonly Outcome[];
  readonly ledger: LedgerState;
}

/** Facts from the steps ended so far that decide whether others start. */
interface RunEnding {
  isRefused: boolean;
  /** The steps with an unknown outcome since the last one that was done or refused. */
  readonly unknown: Set<Address>;
  /** The time until which the service asked to wait, if that is longer than a run waits. */
  waitUntil?: string;
}

/**
 * Applies a plan. A failed step has a failed outcome; this throws only for a ledger that is not the plan's, for a disk
 * without room for its records, and for bugs. If the ledger cannot be written, no new steps start, and each unrecorded
 * outcome reports what should have been recorded.
 */
export async function apply(plan: Plan, options: ApplyRequest): Promise<ApplyResult> {
  const { secrets, env, marker, ops, onOutcome } = options;
  const recorder = ledgerRecorder(options.lock, options.api.origin);
  const ledger = recorder.state();
  refuseOtherLedger(plan, ledger);
  const owner = ownerInLedger(ledger);
  const made = makeReady(plan, { secrets, env, ops, owner: marker ? owner : undefined });

  const outcomes = new Map<Step, Outcome>();
  const ended: RunEnding = { isRefused: false, unknown: new Set() };
  const run: ApplyRun = {
    ...options,
    recorder,
    slots: slotsOf(options.api.writesAtOnce),
    owner,
    drifted: driftedFields(plan.steps),
    stopReason: stopReason(options, recorder, ended),
    heard: (failure) => hear(ended, failure),
  };
  await options.lock.reserve(spaceFor(plan.steps));
  const waits = waitsOf(plan.steps);
  const clean = valueFilter(plan.steps, secrets);
  // More steps than requests: while one is recorded, the next one is sent.
  const { take } = concurrencyLimit((running) => running < options.api.writesAtOnce() * 3);
  const perform = async (step: Step): Promise<void> => {
    const result = waitsInVain(step, waits, outcomes) ?? (await runStep(run, step, made.get(step)));
    if (result === undefined) return;
    const reason = cleanFact(result.reason, clean);
    const shown = reason === result.reason ? result : { ...result, reason };
    hear(ended, shown);
    outcomes.set(step, shown);
    onOutcome?.(shown);
  };
  for (const group of groupsOf(plan.steps, waits)) {
    const begun = await beginEach(group, take, (step, { end }) => perform(step).finally(end));
    // After a bug, too, what has begun is recorded before it is thrown.
    for (const result of await Promise.allSettled(begun))
      if (result.status === 'rejected') throw result.reason;
  }
  return { outcomes: plan.steps.flatMap((step) => outcomes.get(step) ?? []), ledger: recorder.state() };
}

/** Unknown outcomes in a row, after which the service counts as failing. */
const mostUnknown = 3;

function hear(ended: RunEnding, { address, action, status, cause, until, reason }: Outcome): void {
  // A blocked step has the unknown outcome of an earlier run.
  if (status === 'unknown' && action !== 'blocked') ended.unknown.add(address);
  else if (status === 'done' || (status === 'failed' && reason.code === 'failed' && cause !== 'unreachable'))
    ended.unknown.clear();
  if (cause === 'credential') ended.isRefused = true;
  if (until !== undefined) ended.waitUntil = until;
}

/** Bytes for the records of these steps: an intent and an entry with what is sent and what is answered. */
function spaceFor(steps: readonly Step[]): number {
  const sent = steps.filter(({ requests }) => requests.length > 0);
  return sent.reduce(
    (bytes, { desired = {} }) => bytes + 1024 + 5 * JSON.stringify(maskedValue(desired)).length,
    0,
  );
}

function refuseOtherLedger(plan: Plan, ledger: LedgerState): void {
  const isSame =
    plan.lineage === ledger.lineage &&
    plan.environment === ledger.environment &&
    plan.serial === ledger.serial;
  if (isSame) return;
  throw new LedgerError(
    exitCodes.unsafe,
    `the plan was made by serial ${plan.serial} of another ledger, or of an older one`,
    {
      help: `the ledger is at serial ${ledger.serial}: plan again`,
    },
  );
}

/** The reason why no new step may start. */
function stopReason({ signal }: ApplyRequest, recorder: Recorder, ended: RunEnding): ApplyRun['stopReason'] {
  return (step) => {
    if (recorder.failure() !== undefined) return { code: 'ledger-unwritable' };
    if (signal?.aborted === true) return { code: 'interrupted' };
    return refusedBy(ended, step);
  };
}

/** A credential that was refused will be refused again. */
function refusedBy({ isRefused, unknown, waitUntil }: RunEnding, step?: Step): NotAttempted | undefined {
  if (waitUntil !== undefined) return { code: 'asked-to-wait', until: waitUntil };
  if (isRefused) return { code: 'credential-refused' };
  const isBroken = unknown.size >= mostUnknown && step !== undefined && cannotBeUndone(step);
  return isBroken ? { code: 'unknown-in-a-row', count: unknown.size } : undefined;
}

/** No request takes the object away again, so each unknown outcome is left to a person. */
function cannotBeUndone({ action, kind }: Step): boolean {
  return action === 'create' && kinds[kind].operations.delete === undefined;
}

/** The fields whose outside changes are kept. The paths of a `drift` step begin with the field. */
function driftedFields(steps: readonly Step[]): ApplyRun['drifted'] {
  const drifted = new Map<Address, Set<string>>();
  for (const { action, address, changes, drifted: leftAlone = [] } of steps) {
    const paths = action === 'drift' ? changes.map(({ path }) => path) : leftAlone;
    const names = fieldsIn(paths);
    if (names.length === 0) continue;
    drifted.set(address, new Set([...(drifted.get(address) ?? []), ...names]));
  }
  return drifted;
}

function waitsInVain(step: Step, waits: Waits, outcomes: ReadonlyMap<Step, Outcome>): Outcome | undefined {
  const undone = waits.get(step)?.find((other) => {
    const status = outcomes.get(other)?.status;
    return status !== undefined && status !== 'done';
  });
  if (undone === undefined) return undefined;
  return outcome(step, 'skipped', { code: 'rests-on-failed', other: undone.address });
}

/** A filter that removes the secrets sent by these steps from a text: a service may repeat values it rejects. */
function valueFilter(steps: readonly Step[], secrets: SecretLookup): (text: string) => string {
  const names = sentSecretNames(steps.flatMap(({ requests }) => requests));
  return secretFilter([...names].flatMap((name) => secrets(name)?.reveal() ?? [])).clean;
}

/** The fact with these secrets removed from its data. */
function cleanFact<Fact extends { readonly code: string }>(
  fact: Fact,
  clean: (text: string) => string,
): Fact {
  // Most steps are done, and that is all.
  if (Object.keys(fact).length === 1) return fact;
  const cleaned = Object.entries(fact).map(([name, value]: [string, unknown]) => {
    if (name === 'code') return [name, value];
    if (Array.isArray(value)) return [name, (value as readonly string[]).map(clean)];
    return [name, typeof value === 'string' ? clean(value) : value];
  });
  return Object.fromEntries(cleaned) as Fact;
}
