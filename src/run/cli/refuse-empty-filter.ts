import { matchesOnly } from '../../domain/address-filter.ts';
import { suggestions } from '../../text/suggest.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Address } from '../../model/workspace.ts';

interface LabelledAddress {
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
}

/** Refuses a filter without matches: it is probably a typo, and would look like a run with nothing to do. */
export function refuseEmptyFilter(filters: readonly string[], resources: Iterable<LabelledAddress>): void {
  const all = [...resources];
  for (const filter of filters) {
    if (all.some((resource) => matchesOnly(resource, [filter]))) continue;
    throw new UserError(exitCodes.usage, `--only \`${filter}\` fits no resource`, {
      help: meant(filter, all),
    });
  }
}

/** Suggests similar addresses, or addresses with this name; otherwise describes the syntax of filters. */
function meant(filter: string, all: readonly LabelledAddress[]): string {
  const addresses = [...new Set(all.map(({ address }) => address))];
  const named = addresses.filter((address) => address.endsWith(`/${filter}`));
  const near = named.length > 0 ? named : suggestions(filter, addresses);
  return near.length > 0
    ? `did you mean ${near.map((address) => `\`${address}\``).join(' or ')}?`
    : 'write an address, with `*` for any letters (`https-route/shop-*`), or a label (`team=payments`)';
}
