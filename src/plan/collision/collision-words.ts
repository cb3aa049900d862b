import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan.ts';
import type { Address } from '../../model/workspace.ts';
import { claimText, claimWays } from './claim-words.ts';
import type { Claim } from './claims.ts';
import type { Holder } from './identity-holders.ts';

/** Why a step cannot take an identity, and what a person can do. */
export interface Obstacle {
  readonly reason: string;
  readonly waysOut: readonly string[];
}

export function inTheWay(step: Step, holder: Holder, placeFlags = ''): Obstacle {
  const { what, address, live, claim } = holder;
  const verb = step.action === 'create' ? 'create' : 'become';
  if (claim !== undefined && live.isManageable) return claimed(step, live, claim, { verb, placeFlags });
  if (what === 'live' || address === undefined) return unmanaged(step, live, verb);
  const name = nameOf(address);
  const reason =
    what === 'orphan'
      ? `the orphan \`${address}\` (${live.id}) still is what this would ${verb}`
      : `\`${address}\` (${live.id}) already is what this would ${verb}`;
  const isSame = `if it is the same under a new name, write in the resource: \`formerly: [${name}]\``;
  return {
    reason,
    waysOut: [...(step.action === 'create' ? [isSame] : []), 'if it is not, change what makes them equal'],
  };
}

function claimed(
  step: Step,
  live: Live,
  claim: Claim,
  { verb, placeFlags }: { readonly verb: string; readonly placeFlags: string },
): Obstacle {
  return {
    reason: `${claimText(claim, live)}, and it already is what this would ${verb}`,
    waysOut: [
      ...(step.action === 'create' ? claimWays(claim, step.address, live, placeFlags) : []),
      ...(step.action === 'create' && claim.by === 'ledger'
        ? [`then adopt it: in the environment's file, \`${adoptLine(step.address, live)}\``]
        : []),
      'if it is not the same, change what makes them equal',
    ],
  };
}

function unmanaged(step: Step, live: Live, verb: string): Obstacle {
  if (!live.isManageable) {
    return {
      reason: `an endpoint that is not ours to manage (${live.id}) already has this url`,
      waysOut: ['stop the tunnel or remove the edge that serves it, or choose another url'],
    };
  }
  return {
    reason: `a live object that nobody manages (${live.id}) already is what this would ${verb}`,
    waysOut: [
      ...(step.action === 'create'
        ? [`if it is the same, take it over: in the environment's file, \`${adoptLine(step.address, live)}\``]
        : []),
      'if it is not, change what makes them equal, or remove the other in the dashboard',
    ],
  };
}

export function bothWant(other: Step): Obstacle {
  return {
    reason: `\`${other.address}\` would be the same thing, and only one of the two can be`,
    waysOut: ['change what makes them equal, or take one of them out of the files'],
  };
}

export function waitingInACircle(): Obstacle {
  return {
    reason:
      'it takes what another one gives up only when it has what this one holds: they would wait for each other',
    waysOut: ['move one of them aside first, to a third place, and apply'],
  };
}

/** The line for the environment's file. */
export function adoptLine(address: Address, { id, edge_id }: Live): string {
  return `adopt: { ${address}: ${edge_id === undefined ? id : `${edge_id}/${id}`} }`;
}

export function nameOf(address: Address): string {
  return address.slice(address.indexOf('/') + 1);
}
