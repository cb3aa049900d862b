import type { Address } from '../../model/workspace/address.ts';
import { matchesGlob } from './glob.ts';

/** The properties that `--only` filters by. */
interface AddressLabels {
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
}

/** Whether a resource matches any of the `--only` filters: an address glob (`https-route/shop-*`) or `label=value`. */
export function matchesOnly({ address, labels }: AddressLabels, filters: readonly string[]): boolean {
  if (filters.length === 0) return true;
  return filters.some((filter) => {
    const [label, value] = filter.split('=');
    if (label !== undefined && value !== undefined) return labels[label] === value;
    return matchesGlob(filter, address);
  });
}
