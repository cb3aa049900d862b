import type { Address } from '../../model/workspace.ts';
import { changedFields } from './changed-fields.ts';
import { isDeed, type SavedPlan, type SavedStep } from './document.ts';
import { otherwiseWritten, short, staleSteps, type Stale } from './stale.ts';

/** What differs between two saved plans. */
export interface PlanDiff {
  /** Of the whole: a sentence each. */
  readonly bound: readonly string[];
  /** By address: what the old plan does and the new one does not do so, then what only the new one does. */
  readonly steps: readonly StepDiff[];
}

export interface StepDiff extends Stale {
  readonly was?: SavedStep['action'];
  readonly is?: SavedStep['action'];
}

export function diffPlans(old: SavedPlan, now: SavedPlan): PlanDiff {
  const [was, is] = [actionsOf(old), actionsOf(now)];
  const [before, after] = [stepsOf(old), stepsOf(now)];
  const stale = staleSteps(old, now).map((each): StepDiff => ({
    ...each,
    reasons: [...each.reasons, ...changedFields(before.get(each.address), after.get(each.address))],
    ...actionOf('was', was, each.address),
    ...actionOf('is', is, each.address),
  }));
  const done = new Set(old.steps.filter(isDeed).map(({ address }) => address));
  const fresh = now.steps.filter((step) => isDeed(step) && !done.has(step.address));
  const rewritten = new Set<string>(otherwiseWritten(old, now).map(({ address }) => address));
  const more = fresh.map((step): StepDiff => {
    const diff = added(step, was, rewritten);
    return { ...diff, reasons: [...diff.reasons, ...changedFields(before.get(step.address), step)] };
  });
  return { bound: boundReasons(old, now), steps: [...stale, ...more] };
}

function boundReasons(old: SavedPlan, now: SavedPlan): readonly string[] {
  const pairs: readonly (readonly [what: string, then: string, now: string])[] = [
    ['the environment', old.environment, now.environment],
    ['the lineage of the ledger', old.lineage, now.lineage],
    ['the serial of the ledger', String(old.serial), String(now.serial)],
    ['the API', old.bound.api, now.bound.api],
    ['the version of edgewright', old.bound.tool, now.bound.tool],
    ['the hash of the files', short(old.bound.desired), short(now.bound.desired)],
    ['--only', old.bound.only.join(' '), now.bound.only.join(' ')],
    ['the overrides', JSON.stringify(old.bound.allowed), JSON.stringify(now.bound.allowed)],
  ];
  return pairs
    .filter(([, then, later]) => then !== later)
    .map(
      ([what, then, later]) =>
        `${what} was ${then === '' ? 'nothing' : then} and is ${later === '' ? 'nothing' : later}`,
    );
}

function added(step: SavedStep, was: Actions, rewritten: ReadonlySet<string>): StepDiff {
  const file = step.origin?.file;
  const why = rewritten.has(step.address)
    ? `${file === undefined ? 'the files' : `\`${file}\``} says something else`
    : step.reason;
  return { address: step.address, reasons: [why], ...actionOf('was', was, step.address), is: step.action };
}

type Actions = ReadonlyMap<Address, SavedStep['action']>;

/** The first of each address. */
function stepsOf({ steps }: SavedPlan): ReadonlyMap<Address, SavedStep> {
  return new Map(steps.map((step) => [step.address, step] as const).reverse());
}

/** Of the first step of each address. */
function actionsOf({ steps }: SavedPlan): Actions {
  return new Map(steps.map(({ address, action }) => [address, action] as const).reverse());
}

function actionOf(key: 'was' | 'is', actions: Actions, address: Address): Partial<StepDiff> {
  const action = actions.get(address);
  return action === undefined ? {} : { [key]: action };
}
