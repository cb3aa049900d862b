import type { Desired } from '../../model/desired.ts';
import type { Live } from '../../model/live.ts';
import { claimOn } from '../collision/claims.ts';
import { keysOf } from '../collision/identity-holders.ts';
import type { PlanInput } from '../input.ts';

/** Unclaimed live objects with the identity of a resource: the resource was recreated outside Edgewright. */
export function liveTwins(
  input: Pick<PlanInput, 'ledger' | 'environment' | 'neighbors'> & {
    readonly live: { readonly listed: readonly Live[] };
  },
  { kind, spec }: Pick<Desired, 'kind' | 'spec'>,
): readonly Live[] {
  const { ledger, live } = input;
  const keys = keysOf(kind, spec);
  const same = live.listed.filter(
    (object) =>
      object.isManageable &&
      object.kind === kind &&
      keysOf(kind, object.spec).some((key) => keys.includes(key)),
  );
  if (same.length === 0) return same;
  const known = new Set(
    [...Object.values(ledger.resources), ...Object.values(ledger.orphans)].map(({ id }) => id),
  );
  return same.filter((object) => !known.has(object.id) && claimOn(input, object) === undefined);
}
