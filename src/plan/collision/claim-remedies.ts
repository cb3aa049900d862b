import type { Remedy } from '../../model/facts/remedy.ts';
import type { Address } from '../../model/workspace.ts';
import type { PlanInput } from '../input.ts';
import type { OwnerClaim } from './claims.ts';

/** Steps a person must take before an object that another environment manages can be adopted. */
export function claimRemedies(
  flags: Pick<PlanInput, 'placeFlags'>,
  { by, owner, address: theirs, isUnknown }: OwnerClaim,
  adopting: { readonly address: Address; readonly ref: string },
): readonly Remedy[] {
  if (isUnknown === true)
    return [
      { code: 'apply-there', owner, command: `edgewright apply --env ${owner}${flags.placeFlags ?? ''}` },
    ];
  return by === 'ledger' && theirs !== undefined
    ? [stopManaging(flags, theirs, owner)]
    : [{ code: 'adopt-from', owner, ...adopting }];
}

/** Has the environment `owner` stop managing the address. */
export function stopManaging(
  { placeFlags = '' }: Pick<PlanInput, 'placeFlags'>,
  address: Address,
  owner: string,
): Remedy {
  const command = `edgewright ledger forget ${address} --still-live --env ${owner}${placeFlags}`;
  return { code: 'stop-managing', owner, address, command };
}
