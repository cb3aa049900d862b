/**
 * An object that a second environment manages is neither changed nor removed until one of the two forgets it; nor is
 * one whose marker names another owner, whatever the ledger says.
 */
import { refOf } from '../../derive/forms/object-ids.ts';
import { ownerInLedger } from '../../derive/forms/owner-id.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';
import { adoptClaim, foreignOwner, ledgerClaim, stopManaging } from './claims.ts';
import type { Obstacle, ObstacleFinder } from './obstacle.ts';

export const ownedElsewhere: ObstacleFinder = ({ planning, pairs }) => {
  const owner = ownerInLedger(planning.ledger);
  const hasNeighbors = (planning.neighbors ?? []).length > 0;
  const found = new Map(
    pairs.flatMap((pair) => {
      if (!isFound(pair)) return [];
      const { marker } = pair.live;
      if (!hasNeighbors && (marker === undefined || marker.owner === owner)) return [];
      return [[pair.type === 'managed' ? pair.desired.address : pair.address, pair] as const];
    }),
  );
  if (found.size === 0) return undefined;
  return (step) => {
    const pair = found.get(step.address);
    return pair && claimOfOther(planning, pair, step);
  };
};

type FoundObjectPair = Extract<Pair, { type: 'managed' | 'removed' }> & { readonly live: Live };

function isFound(pair: Pair): pair is FoundObjectPair {
  return (pair.type === 'managed' || pair.type === 'removed') && pair.live !== 'missing';
}

function claimOfOther(
  planning: Planning,
  pair: FoundObjectPair,
  { action, address }: Step,
): Obstacle | undefined {
  const { live } = pair;
  const { environment, handedOver = environment.adopt } = planning;
  const isRemoval = action === 'delete' || action === 'retire';
  const claim = ledgerClaim(planning, live.id);
  if (claim !== undefined) {
    const { owner, address: other = address } = claim;
    if (pair.type === 'managed' && pair.isRevived === true) {
      return {
        reason: { code: 'shared-since', owner, other },
        remedies: [
          { code: 'leave-there', address, environment: environment.name },
          stopManaging(planning, other, owner),
        ],
      };
    }
    const isOurs = live.marker?.owner === ownerInLedger(planning.ledger);
    if (!isRemoval && (action !== 'update' || isOurs)) return undefined;
    return {
      reason: { code: 'shared', owner, other },
      remedies: [stopManaging(planning, other, owner), stopManaging(planning, address, environment.name)],
    };
  }
  const owner = action === 'forget' ? undefined : foreignOwner(planning, handedOver, live);
  if (owner !== undefined) {
    return {
      reason: { code: 'owned-elsewhere', id: live.id, owner },
      remedies: [
        stopManaging(planning, address, environment.name),
        { code: 'adopt-from', owner, address, ref: refOf(live) },
      ],
    };
  }
  const line = isRemoval ? adoptClaim(planning, live.id) : undefined;
  if (line === undefined) return undefined;
  return {
    reason: { code: 'shared-adopt', owner: line.owner, id: live.id, other: line.address },
    remedies: [
      { code: 'hand-over', address },
      { code: 'remove-their-adopt', other: line.address, owner: line.owner },
    ],
  };
}
