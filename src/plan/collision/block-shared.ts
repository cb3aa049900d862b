/** An object that another environment has, too, is neither changed nor removed until one of the two lets go of it. */
import { ownerOf } from '../../derive/forms/marker.ts';
import type { Step } from '../../model/plan.ts';
import { adoptClaim, ledgerClaim, type Claim } from './claims.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';
import { makeStep } from '../steps/step.ts';

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
    reason: `\`adopt:\` of \`${line.owner}\` names ${live.id} for \`${line.address}\`, so it is not removed`,
    waysOut: [
      `to hand it over, as it is: \`kind: removed\`, \`address: ${step.address}\`, \`then: forget\``,
      `to remove it, remove the line of \`${line.address}\` from \`adopt:\` of \`${line.owner}\``,
    ],
  });
}

function revivedStep(planning: Planning, step: Step, { owner, address }: Claim): Step {
  return blockedStep(planning, step, {
    reason: `\`${owner}\` has taken it over since, as \`${address ?? ''}\``,
    waysOut: [
      `leave it there: take \`${step.address}\` out of the files of \`${planning.environment.name}\``,
      forget(planning, address ?? step.address, owner),
    ],
  });
}

function sharedObject(planning: Planning, step: Step, { owner, address }: Claim): Step {
  return blockedStep(planning, step, {
    reason: `\`${owner}\` has it, too, as \`${address ?? ''}\`: each would undo what the other does`,
    waysOut: [
      forget(planning, address ?? step.address, owner),
      forget(planning, step.address, planning.environment.name),
    ],
  });
}

function forget({ placeFlags = '' }: Planning, address: string, environment: string): string {
  return `have \`${environment}\` stop managing it: \`edgewright ledger forget ${address} --still-live --env ${environment}${placeFlags}\`, and take it out of the files of \`${environment}\``;
}

interface Words {
  readonly reason: string;
  readonly waysOut: readonly string[];
}

function blockedStep(planning: Planning, step: Step, { reason, waysOut }: Words): Step {
  const { address, kind, id, edge_id, origin, formerly, liveHash } = step;
  return makeStep(planning, {
    address,
    kind,
    ...(id === undefined ? {} : { id }),
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(origin === undefined ? {} : { origin }),
    ...(formerly === undefined ? {} : { formerly }),
    ...(liveHash === undefined ? {} : { liveHash }),
    action: 'blocked',
    reason,
    waysOut,
    changes: step.action === 'update' ? step.changes : [],
  });
}
