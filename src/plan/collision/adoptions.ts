/** The lines of `adopt:`, found by address or id. */
import { itemsBy } from '../../text/items-by.ts';
import type { Address, Adoption } from '../../model/workspace.ts';

interface AdoptionList {
  readonly adopt: readonly Adoption[];
}

const byAddress = itemsBy<Adoption>(({ address }) => [address]);

export const adoptionsOfId = itemsBy<Adoption>(({ id }) => [id]);

export function adoptionOf({ adopt }: AdoptionList, address: Address): Adoption | undefined {
  return byAddress(adopt, address)[0];
}
