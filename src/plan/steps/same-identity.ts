import { kindIdentityKeys } from '../../derive/forms/identity.ts';
import { addressOfId } from '../../derive/forms/object-ids.ts';
import type { Desired } from '../../model/desired.ts';
import type { Live } from '../../model/live.ts';
import { itemsBy, sortedById } from '../../text/lists/items-by.ts';
import { claimOn } from '../obstacles/claims.ts';
import type { PlanInput } from '../input.ts';

/** Unclaimed live objects with the identity of a resource: the resource was recreated outside Edgewright. */
export function sameIdentityLive(
  input: Pick<PlanInput, 'ledger' | 'environment' | 'neighbors'> & {
    readonly live: { readonly listed: readonly Live[] };
  },
  { kind, spec }: Pick<Desired, 'kind' | 'spec'>,
): readonly Live[] {
  const { ledger, live } = input;
  const same = new Set(kindIdentityKeys(kind, spec).flatMap((key) => withIdentity(live.listed, key)));
  return sortedById(
    [...same].filter(
      (object) =>
        object.isManageable &&
        addressOfId(ledger, object.id) === undefined &&
        claimOn(input, object) === undefined,
    ),
  );
}

/** The keys begin with the kind. */
const withIdentity = itemsBy<Live>(({ kind, spec }) => kindIdentityKeys(kind, spec));
