import type { NoteFact } from '../../model/facts/note.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Attribution, FieldChange } from '../../model/plan/change.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import { isSilentStep, type Step } from '../../model/plan/step.ts';
import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

/**
 * Attributes each change of a plan to the pull request, to changes already pending on the base, or to drift.
 *
 * The files of the base are planned against the same API reading and the same ledger as those of head, under the same
 * gates. A change that both plans make to one object was pending before the pull request; a change that only head's
 * plan makes is the pull request's. Drift is recognized by its cause, in head's plan alone, so that it is attributed
 * also where the base has no plan.
 *
 * Changes are compared by their result: the path and the new value. A field that base changes to a different value
 * belongs to the pull request. Fields are compared only where two steps act on the same object in the same way: the
 * fields of a create or a delete are not those of an update.
 */

export interface BaseComparison {
  readonly head: Pick<Plan, 'steps'>;
  /** Undefined if the base has no such environment or is not a workspace. */
  readonly base: Pick<Plan, 'steps'> | undefined;
  readonly ledger: Pick<LedgerState, 'resources'>;
}

export interface AttributedSteps {
  /** All steps of head with their attributions and those of their changes; silent steps have none. */
  readonly steps: readonly Step[];
  /** Steps with at least one change that the pull request does not cause. */
  readonly unattributed: readonly Step[];
}

export function attributed({ head, base, ledger }: BaseComparison): AttributedSteps {
  const before = stepsByName(base?.steps ?? []);
  const unattributed: Step[] = [];
  const steps = head.steps.map((step) => {
    if (isSilentStep(step)) return step;
    const others = new Set(stepAddresses(step).flatMap((name) => before.get(name) ?? []));
    const { isPending, ...checked } = attributedStep(
      step,
      [...others],
      isMadeAgain(step, ledger) ? 'again' : 'first',
    );
    if (isPending) unattributed.push(checked);
    return checked;
  });
  return { steps, unattributed };
}

/** Steps by address; the step of a renamed resource is found under its former address as well. */
export function stepsByName(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>();
  for (const step of steps) {
    if (isSilentStep(step)) continue;
    for (const name of new Set(stepAddresses(step))) addTo(found, name, step);
  }
  return found;
}

export function stepAddresses({ address, formerly }: Step): readonly Address[] {
  return formerly === undefined ? [address] : [address, formerly];
}

/** A create of an address in the ledger: the object was deleted outside Edgewright, and an approval recreates it. */
function isMadeAgain({ action, address, formerly }: Step, { resources }: BaseComparison['ledger']): boolean {
  return action === 'create' && resources[formerly ?? address] !== undefined;
}

/** The order in which a step lists the attributions of its changes. */
const order: readonly Attribution[] = ['pull-request', 'pending', 'undoes-outside', 'drift'];

/** The effect of base's plan on the same object. */
interface BaseSide {
  /** The step of base with the same action. */
  readonly same: Step | undefined;
  readonly others: readonly Step[];
  readonly results: ReadonlySet<string>;
  /** Changes shown as drift, reverted or not. */
  readonly drifted: ReadonlySet<string>;
  /** Drift that the step of base reverts. */
  readonly undone: ReadonlySet<string>;
}

function attributedStep(
  step: Step,
  found: readonly Step[],
  made: 'first' | 'again',
): Step & { readonly isPending: boolean } {
  const isAgain = made === 'again';
  const others = found.filter((other) => isSameObject(step, other));
  const changes = others.filter((other) => isSameWay(step, other)).flatMap((other) => other.changes);
  const same = others.find((other) => isSameChange(step, other));
  const isOutside = ({ cause }: FieldChange): boolean => cause === 'outside';
  const undone = same?.action === 'update' ? same.changes.filter(isOutside) : [];
  const baseSide: BaseSide = {
    same,
    others,
    results: new Set(changes.filter((change) => !isOutside(change)).map(resultOf)),
    drifted: new Set(changes.filter(isOutside).map(resultOf)),
    undone: new Set(undone.map(resultOf)),
  };
  const checked = step.changes.map((change) => ({
    ...change,
    attribution: isAgain ? ('undoes-outside' as const) : attributionOf(step, change, baseSide),
  }));
  const all = new Set([...checked.map(({ attribution }) => attribution), ...ofStep(step, baseSide)]);
  if (isAgain) all.add('undoes-outside');
  // Forgetting an object that no longer exists is a decision, not drift.
  const isLetGo = step.action === 'forget' && same === undefined;
  const isPending =
    all.has('pending') ||
    (all.has('drift') && !isLetGo) ||
    (isAgain && same !== undefined) ||
    checked.some(
      (change) => change.attribution === 'undoes-outside' && baseSide.undone.has(resultOf(change)),
    );
  return {
    ...step,
    changes: checked,
    attribution: order.filter((attribution) => all.has(attribution)),
    isPending,
  };
}

function attributionOf({ action }: Step, change: FieldChange, { results, drifted }: BaseSide): Attribution {
  const result = resultOf(change);
  // In a module changed in the files and outside, the cause does not tell which side changed a field.
  if (change.cause === 'outside' || drifted.has(result))
    return action === 'update' ? 'undoes-outside' : 'drift';
  return results.has(result) ? 'pending' : 'pull-request';
}

/** Attributions of the step as a whole: whose decision it is, and whether the object has drifted. */
function ofStep(step: Step, { same, others }: BaseSide): readonly Attribution[] {
  const { action, changes, formerly } = step;
  const known: Attribution[] = [];
  if (action === 'update' && isDriftedThere(step, others)) known.push('undoes-outside');
  const isOutside = action === 'drift' || isConflict(step) || isGone(step);
  if (isOutside) known.push('drift');
  // A `drift` step is planned without any decision in the files.
  if (same === undefined && (action !== 'drift' || formerly !== undefined)) known.push('pull-request');
  if (same !== undefined && changes.length === 0 && !isOutside) known.push('pending');
  return known;
}

/** Whether base's plan shows a field that this step writes as changed outside Edgewright. */
function isDriftedThere({ changes }: Step, others: readonly Step[]): boolean {
  const paths = new Set(changes.map(({ path }) => path));
  return others.some((other) =>
    other.changes.some(({ cause, path }) => paths.has(path) && (cause === 'outside' || isConflict(other))),
  );
}

/** Changed both in the files and outside Edgewright. */
function isConflict({ action, since }: Step): boolean {
  return action === 'blocked' && since !== undefined;
}

/** The API returned 404 for the object. */
function isGone({ action, liveHash }: Step): boolean {
  return action === 'forget' && liveHash === undefined;
}

function isSameObject(step: Step, other: Step): boolean {
  return step.kind === other.kind && step.id === other.id;
}

const fieldwise: readonly Step['action'][] = ['update', 'drift', 'blocked'];

function isSameWay(step: Step, other: Step): boolean {
  return (
    step.action === other.action || (fieldwise.includes(step.action) && fieldwise.includes(other.action))
  );
}

function isSameChange(step: Step, other: Step): boolean {
  return (
    step.action === other.action &&
    step.formerly === other.formerly &&
    (step.action !== 'blocked' || isSameReason(step, other))
  );
}

function isSameReason(step: Step, other: Step): boolean {
  const [mine, theirs] = [step, other].map(({ reason }) => canonicalJson({ ...reason }));
  return mine === theirs;
}

/** The new value, masked; the facts about a secret distinguish one reference from another. */
function resultOf({ path, after, secret }: FieldChange): string {
  return canonicalJson([path, (secret as Json | undefined) ?? null, ...(after === undefined ? [] : [after])]);
}

/** Notes on the steps and fields that only base's plan has, so that a reviewer does not look for them in head's. */
export function takenBack(
  head: Pick<Plan, 'steps'>,
  base: Pick<Plan, 'steps'>,
  ref: string,
): readonly PlanNote[] {
  const now = stepsByName(head.steps);
  return base.steps.flatMap((step) => {
    if (isSilentStep(step)) return [];
    const fact = factOf(
      step,
      stepAddresses(step).flatMap((name) => now.get(name) ?? []),
      ref,
    );
    return fact === undefined ? [] : [{ topic: 'taken-back', address: step.address, fact }];
  });
}

function factOf(step: Step, now: readonly Step[], ref: string): NoteFact | undefined {
  const { action } = step;
  // If the object is now created, deleted or retired, that step already reports it.
  if (now.some((other) => isEnd(other) && other.action !== action)) return undefined;
  if (action !== 'update' && action !== 'drift' && action !== 'blocked') {
    if (now.some((other) => other.action === action || other.action === 'blocked')) return undefined;
    return { code: 'step-taken-back', action, ref };
  }
  const paths = new Set(now.flatMap(({ changes }) => changes.map(({ path }) => path)));
  const gone = step.changes.filter(({ path }) => !paths.has(path));
  const outside = gone.filter(({ cause }) => cause === 'outside');
  const ours = gone.filter(({ cause }) => cause !== 'outside' && cause !== 'replaced-whole');
  if (outside.length > 0) return { code: 'drift-declared', ...listed(outside) };
  if (ours.length > 0) return { code: 'fields-taken-back', ...listed(ours), ref };
  return undefined;
}

function isEnd({ action }: Step): boolean {
  return action !== 'update' && action !== 'drift' && action !== 'blocked' && action !== 'keep';
}

const mostNamed = 5;

function listed(changes: Step['changes']): { readonly paths: readonly string[]; readonly more: number } {
  const paths = changes.slice(0, mostNamed).map(({ path }) => path);
  return { paths, more: changes.length - paths.length };
}
