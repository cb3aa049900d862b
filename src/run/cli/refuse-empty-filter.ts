import { matchesOnly } from '../../text/patterns/address-filter.ts';
import { usageError } from '../../model/errors.ts';
import type { Address } from '../../model/workspace/address.ts';
import { addressMeant } from './unused-words.ts';

interface LabelledAddress {
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
}

/** Refuses a filter without matches: it is probably a typo, and would look like a run with nothing to do. */
export function refuseEmptyFilter(filters: readonly string[], resources: Iterable<LabelledAddress>): void {
  const all = [...resources];
  for (const filter of filters) {
    if (all.some((resource) => matchesOnly(resource, [filter]))) continue;
    const addresses = all.map(({ address }) => address);
    throw usageError(`--only \`${filter}\` fits no resource`, addressMeant(filter, addresses) ?? filterHelp);
  }
}

const filterHelp =
  'write an address, with `*` for any letters (`https-route/shop-*`), or a label (`team=payments`)';
