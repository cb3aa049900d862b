import { matchesOnly } from '../domain/address-filter.ts';
import { suggestions } from '../text/suggest.ts';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Address } from '../model/workspace.ts';

interface Labelled {
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
}

/** A filter that nothing fits is a slip of the keyboard: taken at its word it would look like "nothing to do". */
export function refuseEmptyFilter(filters: readonly string[], resources: Iterable<Labelled>): void {
  const all = [...resources];
  for (const filter of filters) {
    if (all.some((resource) => matchesOnly(resource, [filter]))) continue;
    throw new UserError(exitCodes.usage, `--only \`${filter}\` fits no resource`, {
      help: meant(filter, all),
    });
  }
}

/** A name without its kind, or one that is misspelt; else how a filter is written. */
function meant(filter: string, all: readonly Labelled[]): string {
  const addresses = [...new Set(all.map(({ address }) => address))];
  const named = addresses.filter((address) => address.endsWith(`/${filter}`));
  const near = named.length > 0 ? named : suggestions(filter, addresses);
  return near.length > 0
    ? `did you mean ${near.map((address) => `\`${address}\``).join(' or ')}?`
    : 'write an address, with `*` for any letters (`https-route/shop-*`), or a label (`team=payments`)';
}
