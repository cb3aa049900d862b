/** The lines of `adopt:`, found by address or id. */
import { itemsBy } from '../../text/items-by.ts';
import type { Address, Adoption } from '../../model/workspace.ts';

const byAddress = itemsBy<Adoption>(({ address }) => [address]);

export const adoptionsOfId = itemsBy<Pick<Adoption, 'address' | 'id' | 'from'>>(({ id }) => [id]);

export function adoptionOf(
  { adopt }: { readonly adopt: readonly Adoption[] },
  address: Address,
): Adoption | undefined {
  return byAddress(adopt, address)[0];
}
