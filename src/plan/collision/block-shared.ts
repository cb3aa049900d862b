/** Blocks changes to and removals of an object that a second environment manages, until one of the two forgets it. */
import type { Step } from '../../model/plan/step.ts';
import { ownerOf } from '../../derive/forms/marker.ts';
import { stopManaging } from './claim-remedies.ts';
import { adoptClaim, ledgerClaim, type OwnerClaim } from './claims.ts';
import { blockedStep } from './blocked-step.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';

export function blockShared(
  planning: Planning,
  pairs: readonly Pair[],
  steps: readonly Step[],
): readonly Step[] {
  if ((planning.neighbors ?? []).length === 0) return steps;
  const found = new Map(
    pairs.flatMap((pair) =>
      (pair.type === 'managed' || pair.type === 'removed') && pair.live !== 'missing'
        ? [[pair.type === 'managed' ? pair.desired.address : pair.address, pair] as const]
        : [],
    ),
  );
  return steps.map((step) => {
    const pair = found.get(step.address);
    return (pair && sharedStep(planning, pair, step)) ?? step;
  });
}

type Found = Extract<Pair, { type: 'managed' | 'removed' }>;

function sharedStep(planning: Planning, pair: Found, step: Step): Step | undefined {
  const { live } = pair;
  if (live === 'missing') return undefined;
  const isRemoval = step.action === 'delete' || step.action === 'retire';
  const claim = ledgerClaim(planning, live.id);
  if (claim !== undefined) {
    const isRevived = pair.type === 'managed' && pair.isRevived === true;
    if (isRevived) return revivedStep(planning, step, claim);
    const isOurs = live.marker?.owner === ownerOf(planning.ledger.lineage, planning.environment.name);
    const isChange = step.action === 'update' && !isOurs;
    return isRemoval || isChange ? sharedObject(planning, step, claim) : undefined;
  }
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
