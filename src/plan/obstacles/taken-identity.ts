/**
 * The identity that a step needs is not free.
 *
 * A create, or an update that changes an identity or what lets objects share one, takes one. It is blocked if an object
 * that neither leaves nor begins to share in this plan holds that identity, if two steps of the plan want the same one,
 * or if two steps would wait for each other.
 */
import type { Step } from '../../model/plan/step.ts';
import { exclusiveKeys, mayCoexist } from '../../derive/forms/identity.ts';
import { kinds } from '../../kinds/index.ts';
import { addTo } from '../../text/lists/group-by.ts';
import {
  bothWant,
  holdersOf,
  inTheWay,
  waitingInACircle,
  type Holders,
  type IdentityHolder,
} from './identity-holders.ts';
import type { Obstacle, ObstacleFinder } from './obstacle.ts';
import type { Planning } from '../input.ts';

interface IdentityClaims {
  readonly holders: Holders;
  readonly claims: ReadonlyMap<Step, readonly string[]>;
  readonly claimants: ReadonlyMap<string, readonly Step[]>;
  /** By address, the step that may free an identity. */
  readonly leaving: ReadonlyMap<string, Step>;
  readonly flags: Pick<Planning, 'placeFlags' | 'desired'>;
}

export const takenIdentity: ObstacleFinder = ({ planning, pairs, steps }) => {
  if (!steps.some(isTaking)) return undefined;
  const holders = holdersOf(planning, pairs);
  const claims = claimsOf(steps, holders);
  const taking: IdentityClaims = {
    holders,
    claims,
    claimants: claimantsOf(claims),
    leaving: new Map(steps.filter(isLeaving).map((step) => [step.address, step])),
    flags: planning,
  };
  const direct = obstaclesOf(taking, obstacleOf);
  // A step of a circle that has an obstacle of its own is the obstacle of the others, so circles are looked for last.
  const found = direct.size > 0 ? direct : obstaclesOf(taking, circleOf);
  return (step) => found.get(step);
};

function obstaclesOf(
  taking: IdentityClaims,
  ask: (step: Step, taking: IdentityClaims) => Obstacle | undefined,
): ReadonlyMap<Step, Obstacle> {
  const found = new Map<Step, Obstacle>();
  for (const step of taking.claims.keys()) {
    const obstacle = ask(step, taking);
    if (obstacle !== undefined) found.set(step, obstacle);
  }
  return found;
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

function claimantsOf(claims: IdentityClaims['claims']): IdentityClaims['claimants'] {
  const claimants = new Map<string, Step[]>();
  for (const [step, keys] of claims) for (const key of keys) addTo(claimants, key, step);
  return claimants;
}

function obstacleOf(step: Step, taking: IdentityClaims): Obstacle | undefined {
  for (const key of taking.claims.get(step) ?? []) {
    for (const holder of othersAt(key, step, taking)) {
      if (mayCoexist(step.kind, step.predicted, holder.live.spec)) continue;
      if (leaverOf(step, holder, key, taking) === undefined) return inTheWay(step, holder, taking.flags);
    }
    const other = taking.claimants
      .get(key)
      ?.find(
        (candidate) => candidate !== step && !mayCoexist(step.kind, step.predicted, candidate.predicted),
      );
    if (other !== undefined) return bothWant(other);
  }
  return undefined;
}

function othersAt(key: string, step: Step, { holders }: IdentityClaims): readonly IdentityHolder[] {
  return (holders.get(key) ?? []).filter(({ address }) => address !== step.address);
}

/** The step by which a holder frees the identity for another step, or begins to share it. */
function leaverOf(
  taker: Step,
  { address, what }: IdentityHolder,
  key: string,
  { leaving }: IdentityClaims,
): Step | undefined {
  if (address === undefined || what !== 'ledger') return undefined;
  const step = leaving.get(address);
  const keeps = step?.action === 'update' && exclusiveKeys(step.kind, step.predicted).includes(key);
  return keeps && !mayCoexist(taker.kind, taker.predicted, step.predicted) ? undefined : step;
}

function waitsFor(step: Step, taking: IdentityClaims): readonly Step[] {
  return (taking.claims.get(step) ?? []).flatMap((key) =>
    othersAt(key, step, taking).flatMap((holder) => leaverOf(step, holder, key, taking) ?? []),
  );
}

/** If the step and one that it waits for are in a cycle of steps that wait for an identity that the next one frees. */
function circleOf(step: Step, taking: IdentityClaims): Obstacle | undefined {
  const next = waitsFor(step, taking).find((wait) => leadsTo(wait, step, taking));
  return next && waitingInACircle(next);
}

function leadsTo(from: Step, to: Step, taking: IdentityClaims): boolean {
  const seen = new Set<Step>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (!seen.has(next)) open.push(...waitsFor(next, taking));
    seen.add(next);
  }
  return false;
}
