import type { BoundDifference, FieldDifference, StaleReason } from '../../model/facts/stale.ts';
import type { Address } from '../../model/workspace/address.ts';
import { changesSomething, type SavedPlan, type SavedStep } from './plan-document.ts';
import { reasonIn } from './saved-facts.ts';
import { otherwiseWritten, shortHash, staleSteps, type Stale } from './stale-steps.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

export interface PlanDiff {
  /** Differences of the plans as a whole. */
  readonly bound: readonly BoundDifference[];
  /** By address: steps of the old plan that the new one lacks or has differently, then steps only in the new one. */
  readonly steps: readonly StepDiff[];
}

export interface StepDiff extends Stale {
  readonly was?: SavedStep['action'];
  readonly is?: SavedStep['action'];
}

export function diffPlans(old: SavedPlan, now: SavedPlan): PlanDiff {
  const [actionsBefore, actionsNow] = [actionsOf(old), actionsOf(now)];
  const [before, after] = [stepsOf(old), stepsOf(now)];
  const stale = staleSteps(old, now).map((staleStep): StepDiff => ({
    ...staleStep,
    reasons: [
      ...staleStep.reasons,
      ...changedFields(before.get(staleStep.address), after.get(staleStep.address)),
    ],
    ...actionOf('was', actionsBefore, staleStep.address),
    ...actionOf('is', actionsNow, staleStep.address),
  }));
  const done = new Set(old.steps.filter(changesSomething).map(({ address }) => address));
  const fresh = now.steps.filter((step) => changesSomething(step) && !done.has(step.address));
  const rewritten = new Set<string>(otherwiseWritten(old, now).map(({ address }) => address));
  const more = fresh.map((step): StepDiff => {
    const diff = added(step, actionsBefore, rewritten);
    return { ...diff, reasons: [...diff.reasons, ...changedFields(before.get(step.address), step)] };
  });
  return { bound: boundReasons(old, now), steps: [...stale, ...more] };
}

function boundReasons(old: SavedPlan, now: SavedPlan): readonly BoundDifference[] {
  const pairs: readonly (readonly [BoundDifference['what'], then: string, now: string])[] = [
    ['environment', old.environment, now.environment],
    ['lineage', old.lineage, now.lineage],
    ['serial', String(old.serial), String(now.serial)],
    ['api', old.bound.api, now.bound.api],
    ['tool', old.bound.tool, now.bound.tool],
    ['files', shortHash(old.bound.desired), shortHash(now.bound.desired)],
    ['only', old.bound.only.join(' '), now.bound.only.join(' ')],
    ['overrides', JSON.stringify(old.bound.allowed), JSON.stringify(now.bound.allowed)],
  ];
  return pairs
    .filter(([, planned, current]) => planned !== current)
    .map(([what, planned, current]) => ({ what, was: planned, is: current }));
}

function added(step: SavedStep, planned: Actions, rewritten: ReadonlySet<string>): StepDiff {
  const file = step.origin?.file;
  const why: StaleReason = rewritten.has(step.address)
    ? { code: 'declared-otherwise', ...withoutUndefined({ file }) }
    : { code: 'new-step', because: reasonIn(step) };
  return {
    address: step.address,
    reasons: [why],
    ...actionOf('was', planned, step.address),
    is: step.action,
  };
}

type Actions = ReadonlyMap<Address, SavedStep['action']>;

/** The first step of each address. */
function stepsOf({ steps }: SavedPlan): ReadonlyMap<Address, SavedStep> {
  return new Map(steps.map((step) => [step.address, step] as const).reverse());
}

/** The action of the first step of each address. */
function actionsOf({ steps }: SavedPlan): Actions {
  return new Map(steps.map(({ address, action }) => [address, action] as const).reverse());
}

function actionOf(key: 'was' | 'is', actions: Actions, address: Address): Partial<StepDiff> {
  const action = actions.get(address);
  return action === undefined ? {} : { [key]: action };
}

type Change = SavedStep['changes'][number];

/** The differences between two steps of one address, by field. */
function changedFields(
  planned: SavedStep | undefined,
  current: SavedStep | undefined,
): readonly FieldDifference[] {
  const [old, now] = [byPath(planned), byPath(current)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): readonly FieldDifference[] => {
    const [before, after] = [old.get(path), now.get(path)];
    if (before === undefined)
      return after === undefined ? [] : [{ code: 'changes-now', path, to: after.after }];
    if (after === undefined) return [{ code: 'changed-then', path, to: before.after }];
    const isOther = JSON.stringify(before.after) !== JSON.stringify(after.after);
    const wasOther = JSON.stringify(before.before) !== JSON.stringify(after.before);
    return [
      ...(isOther ? [{ code: 'other-value' as const, path, was: before.after, is: after.after }] : []),
      ...(wasOther ? [{ code: 'other-live' as const, path, was: before.before, is: after.before }] : []),
    ];
  });
}

function byPath(step: SavedStep | undefined): ReadonlyMap<string, Change> {
  return new Map((step?.changes ?? []).map((change) => [change.path, change]));
}
