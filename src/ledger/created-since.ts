import { addressHash, ownerInLedger } from '../derive/forms/owner-id.ts';
import { addressOfId } from '../derive/forms/object-ids.ts';
import type { Desired } from '../model/desired.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Address } from '../model/workspace/address.ts';

/**
 * Finds objects that an apply may have created after a generation of the ledger. Objects that can be listed have their
 * address in the marker; for the others, only their possible existence can be reported.
 */

type CreateKey = Pick<Desired, 'address' | 'kind' | 'formerly'>;

export interface CreatedSince {
  /** Objects of declared addresses, or of ledger addresses whose object is gone. */
  readonly found: readonly { readonly address: Address; readonly live: Live }[];
  /** Objects with our marker that cannot be assigned an address: two have the same one, or it is not declared. */
  readonly left: readonly Live[];
}

/** `missing`: the entries of the generation whose objects returned 404. */
export function createdSince(
  ledger: LedgerState,
  wanted: readonly Pick<CreateKey, 'address' | 'kind'>[],
  { listed, missing }: { readonly listed: readonly Live[]; readonly missing: ReadonlySet<Address> },
): CreatedSince {
  const ours = unrecordedOurs(ledger, listed);
  const open = wanted.filter(
    ({ address }) => ledger.resources[address] === undefined || missing.has(address),
  );
  const found = open.flatMap(({ address, kind }) => {
    const hash = addressHash(address);
    const [live, second] = ours.filter((object) => object.kind === kind && object.marker?.address === hash);
    return live === undefined || second !== undefined ? [] : [{ address, live }];
  });
  const taken = new Set(found.map(({ live }) => live));
  return { found, left: ours.filter((live) => !taken.has(live)) };
}

/** The listed objects with the marker of this environment and an id that its ledger does not have. */
export function unrecordedOurs(ledger: LedgerState, listed: readonly Live[]): readonly Live[] {
  const owner = ownerInLedger(ledger);
  return listed.filter(({ id, marker }) => marker?.owner === owner && addressOfId(ledger, id) === undefined);
}

/** The declared addresses unknown to the ledger, even under former names: an apply since may have created them. */
export function unknownSince<Declared extends CreateKey>(
  { resources, orphans, unknown = {} }: LedgerState,
  wanted: readonly Declared[],
  settled: ReadonlySet<Address>,
): readonly Declared[] {
  const known = new Set([...Object.keys(resources), ...Object.keys(orphans), ...Object.keys(unknown)]);
  return wanted.filter(
    ({ address, formerly }) =>
      !settled.has(address) && !known.has(address) && !formerly.some((name) => known.has(name)),
  );
}
