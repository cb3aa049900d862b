import { matchesOnly } from '../derive/only.ts';
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
      help: 'write an address, with `*` for any letters (`https-route/shop-*`), or a label (`team=payments`)',
    });
  }
}
