/**
 * Blocks steps that cannot take the identity they need.
 *
 * A create, or an update that changes an identity or what lets objects share one, takes one. It is blocked if an object
 * that neither leaves nor begins to share in this plan holds that identity, if two steps of the plan want the same one,
 * or if two steps would wait for each other. A leaving step may itself become blocked by this, so the check repeats
 * until nothing changes.
 */
import type { Step } from '../../model/plan/step.ts';
import { exclusiveKeys, mayCoexist } from '../../derive/forms/identity.ts';
import { kinds } from '../../kinds/index.ts';
import { addTo } from '../../text/items-by.ts';
import {
  bothWant,
  holdersOf,
  inTheWay,
  waitingInACircle,
  type Holders,
  type IdentityHolder,
  type Obstacle,
} from './obstacles.ts';
import { blockedStep } from './block-shared.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';

interface CollisionState {
  readonly holders: Holders;
  readonly claims: ReadonlyMap<Step, readonly string[]>;
  readonly claimants: ReadonlyMap<string, readonly Step[]>;
  /** By address, the step that may free an identity. */
  readonly leaving: Map<string, Step>;
  readonly blocked: Map<Step, Obstacle>;
  readonly flags: Pick<Planning, 'placeFlags'>;
}

export function blockCollisions(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  if (!steps.some(isTaking)) return steps;
  const holders = holdersOf(planning, pairs);
  const claims = claimsOf(steps, holders);
  const taking: CollisionState = {
    holders,
    claims,
    claimants: claimantsOf(claims),
    leaving: new Map(steps.filter(isLeaving).map((step) => [step.address, step])),
    blocked: new Map(),
    flags: planning,
  };
  while (blockMore(taking)) continue;
  return steps.map((step) => {
    const obstacle = taking.blocked.get(step);
    return obstacle === undefined ? hinted(step, taking) : blockedStep(planning, step, obstacle);
  });
}

function isTaking(step: Step): boolean {
  return step.action === 'create' || isMoving(step) || isUnsharing(step);
}

function isMoving({ action, kind, changes }: Step): boolean {
  return action === 'update' && changes.some(({ path }) => kinds[kind].identity.fields.includes(path));
}

/** Whether it changes what lets an endpoint share its URL with others. */
function isUnsharing({ action, kind, changes }: Step): boolean {
  const { unless } = kinds[kind].identity.refusal ?? {};
  if (action !== 'update' || unless === undefined) return false;
  return changes.some(({ path }) => path === unless.enabled || path.startsWith(unless.sameIn));
}

function isLeaving(step: Step): boolean {
  return step.action === 'delete' || isMoving(step) || isUnsharing(step);
}

/** The identities that each step takes and does not hold yet, or holds on other terms. */
function claimsOf(steps: readonly Step[], holders: Holders): ReadonlyMap<Step, readonly string[]> {
  const claims = new Map<Step, readonly string[]>();
  for (const step of steps) {
    if (!isTaking(step)) continue;
    const isMine = (key: string): boolean =>
      holders.get(key)?.some(({ address }) => address === step.address) ?? false;
    claims.set(
      step,
      step.action === 'create' || isUnsharing(step)
        ? exclusiveKeys(step.kind, step.predicted)
        : exclusiveKeys(step.kind, step.predicted).filter((key) => !isMine(key)),
    );
  }
  return claims;
}

function claimantsOf(claims: CollisionState['claims']): CollisionState['claimants'] {
  const claimants = new Map<string, Step[]>();
  for (const [step, keys] of claims) for (const key of keys) addTo(claimants, key, step);
  return claimants;
}

/** Blocks further steps; false if there are none. Checks all steps before it blocks any, so order has no effect. */
function blockMore(taking: CollisionState): boolean {
  const before = taking.blocked.size;
  const open = (): Step[] => [...taking.claims.keys()].filter((step) => !taking.blocked.has(step));
  const asked = open().map((step) => ({
    step,
    obstacle: obstacleOf(step, taking.claims.get(step) ?? [], taking),
  }));
  for (const { step, obstacle } of asked) if (obstacle !== undefined) block(step, obstacle, taking);
  const circles = open().flatMap((step) => {
    const next = nextInCircle(step, taking);
    return next === undefined ? [] : [{ step, next }];
  });
  for (const { step, next } of circles) block(step, waitingInACircle(next), taking);
  return taking.blocked.size > before;
}

function block(step: Step, obstacle: Obstacle, { blocked, leaving }: CollisionState): void {
  blocked.set(step, obstacle);
  if (leaving.get(step.address) === step) leaving.delete(step.address);
}

function obstacleOf(step: Step, keys: readonly string[], taking: CollisionState): Obstacle | undefined {
  for (const key of keys) {
    for (const holder of othersAt(key, step, taking)) {
      if (mayCoexist(step.kind, step.predicted, holder.live.spec)) continue;
      if (leaverOf(step, holder, key, taking) === undefined) return inTheWay(step, holder, taking.flags);
    }
    const other = taking.claimants
      .get(key)
      ?.find((each) => each !== step && !mayCoexist(step.kind, step.predicted, each.predicted));
    if (other !== undefined) return bothWant(other);
  }
  return undefined;
}

function othersAt(key: string, step: Step, { holders }: CollisionState): readonly IdentityHolder[] {
  return (holders.get(key) ?? []).filter(({ address }) => address !== step.address);
}

/** The step by which a holder frees the identity for another step, or begins to share it. */
function leaverOf(
  taker: Step,
  { address, what }: IdentityHolder,
  key: string,
  { leaving }: CollisionState,
): Step | undefined {
  if (address === undefined || what !== 'ledger') return undefined;
  const step = leaving.get(address);
  const keeps = step?.action === 'update' && exclusiveKeys(step.kind, step.predicted).includes(key);
  return keeps && !mayCoexist(taker.kind, taker.predicted, step.predicted) ? undefined : step;
}

function waitsFor(step: Step, taking: CollisionState): readonly Step[] {
  return (taking.claims.get(step) ?? []).flatMap((key) =>
    othersAt(key, step, taking).flatMap((holder) => leaverOf(step, holder, key, taking) ?? []),
  );
}

/** The step that this one waits for, if both are in a cycle of steps that wait for an identity that the next one frees. */
function nextInCircle(step: Step, taking: CollisionState): Step | undefined {
  return waitsFor(step, taking).find((next) => leadsTo(next, step, taking));
}

function leadsTo(from: Step, to: Step, taking: CollisionState): boolean {
  const seen = new Set<Step>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (!seen.has(next)) open.push(...waitsFor(next, taking));
    seen.add(next);
  }
  return false;
}

/** Suggests `formerly` for a create that waits for a delete of the same identity: it may be an undeclared rename. */
function hinted(step: Step, taking: CollisionState): Step {
  if (step.action !== 'create') return step;
  const gone = waitsFor(step, taking).find(({ action }) => action === 'delete');
  if (gone === undefined) return step;
  return { ...step, remedies: [{ code: 'formerly-place', other: gone.address }] };
}
