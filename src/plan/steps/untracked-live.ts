import { addressOfId } from '../../derive/forms/object-ids.ts';
import { ownerInLedger } from '../../derive/forms/owner-id.ts';
import type { Live } from '../../model/live.ts';
import { ledgerClaim } from '../obstacles/claims.ts';
import type { PlanInput } from '../input.ts';

/** Live objects with our marker that are in neither the ledger nor `adopt:`. */
export function untrackedLive({
  ledger,
  live,
  environment,
  settings,
  neighbors,
}: Pick<PlanInput, 'ledger' | 'live' | 'settings' | 'neighbors'> & {
  readonly environment: Pick<PlanInput['environment'], 'name' | 'adopt'>;
}): readonly Live[] {
  if (!settings.marker) return [];
  const owner = ownerInLedger(ledger);
  const ours = live.listed.filter(({ marker }) => marker?.owner === owner);
  if (ours.length === 0) return ours;
  const adopted = new Set(environment.adopt.map(({ id }) => id));
  const isKnown = (id: string): boolean => addressOfId(ledger, id) !== undefined || adopted.has(id);
  // An object that a different environment has adopted may still carry our marker.
  return ours.filter(({ id }) => !isKnown(id) && ledgerClaim({ ledger, neighbors }, id) === undefined);
}
