/**
 * Blocks changes to and removals of an object that a second environment manages, until one of the two forgets it, and of
 * one whose marker names another owner, whatever the ledger says.
 */
import { refOf } from '../../derive/forms/object-ids.ts';
import { ownerInLedger } from '../../derive/forms/marker.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace.ts';
import { stopManaging } from './claim-remedies.ts';
import { adoptClaim, foreignOwner, ledgerClaim, type OwnerClaim } from './claims.ts';
import type { Obstacle } from './obstacles.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';
import { makeStep, subjectOf } from '../steps/step.ts';

export function blockShared(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  const own = ownerInLedger(planning.ledger);
  const hasNeighbors = (planning.neighbors ?? []).length > 0;
  const mayBeShared = ({ marker }: Live): boolean =>
    hasNeighbors || (marker !== undefined && marker.owner !== own);
  const found = new Map(
    pairs.flatMap((pair) =>
      (pair.type === 'managed' || pair.type === 'removed') &&
      pair.live !== 'missing' &&
      mayBeShared(pair.live)
        ? [[pair.type === 'managed' ? pair.desired.address : pair.address, pair] as const]
        : [],
    ),
  );
  if (found.size === 0) return steps;
  const foreign = new Set<Address>();
  return steps.flatMap((step) => {
    const pair = found.get(step.address);
    const shared = (pair && sharedStep(planning, pair, step)) ?? step;
    if (shared.reason.code !== 'owned-elsewhere') return [shared];
    // Of an update and the drift that it keeps, one is enough.
    if (foreign.has(shared.address)) return [];
    foreign.add(shared.address);
    return [shared];
  });
}

type FoundObjectPair = Extract<Pair, { type: 'managed' | 'removed' }>;

function sharedStep(planning: Planning, pair: FoundObjectPair, step: Step): Step | undefined {
  const { live } = pair;
  const { handedOver = planning.environment.adopt } = planning;
  if (live === 'missing') return undefined;
  const isRemoval = step.action === 'delete' || step.action === 'retire';
  const claim = ledgerClaim(planning, live.id);
  if (claim !== undefined) {
    const isRevived = pair.type === 'managed' && pair.isRevived === true;
    if (isRevived) return revivedStep(planning, step, claim);
    const isOurs = live.marker?.owner === ownerInLedger(planning.ledger);
    const isChange = step.action === 'update' && !isOurs;
    return isRemoval || isChange ? sharedObject(planning, step, claim) : undefined;
  }
  const owner = step.action === 'forget' ? undefined : foreignOwner(planning, handedOver, live);
  if (owner !== undefined) return foreignStep(planning, step, { owner, live });
  const line = isRemoval ? adoptClaim(planning, live.id) : undefined;
  if (line === undefined) return undefined;
  return blockedStep(planning, step, {
    reason: { code: 'shared-adopt', owner: line.owner, id: live.id, other: line.address },
    remedies: [
      { code: 'hand-over', address: step.address },
      { code: 'remove-their-adopt', other: line.address, owner: line.owner },
    ],
  });
}

function foreignStep(
  planning: Planning,
  step: Step,
  { owner, live }: { readonly owner: string; readonly live: Live },
): Step {
  const { address } = step;
  return blockedStep(planning, step, {
    reason: { code: 'owned-elsewhere', id: live.id, owner },
    remedies: [
      stopManaging(planning, address, planning.environment.name),
      { code: 'adopt-from', owner, address, ref: refOf(live) },
    ],
  });
}

function revivedStep(
  planning: Planning,
  step: Step,
  { owner, address: other = step.address }: OwnerClaim,
): Step {
  return blockedStep(planning, step, {
    reason: { code: 'shared-since', owner, other },
    remedies: [
      { code: 'leave-there', address: step.address, environment: planning.environment.name },
      stopManaging(planning, other, owner),
    ],
  });
}

function sharedObject(
  planning: Planning,
  step: Step,
  { owner, address: other = step.address }: OwnerClaim,
): Step {
  return blockedStep(planning, step, {
    reason: { code: 'shared', owner, other },
    remedies: [
      stopManaging(planning, other, owner),
      stopManaging(planning, step.address, planning.environment.name),
    ],
  });
}

/** The blocked step that replaces `step`, with the changes of an update so that the plan still shows them. */
export function blockedStep(planning: Planning, step: Step, { reason, remedies }: Obstacle): Step {
  return makeStep(planning, {
    ...subjectOf(step),
    action: 'blocked',
    reason,
    remedies,
    changes: step.action === 'update' ? step.changes : [],
  });
}
