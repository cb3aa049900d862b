import { addressHash } from '../derive/forms/marker.ts';
import type { Desired } from '../model/desired.ts';
import type { LedgerChange } from '../model/ledger/journal.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Address } from '../model/workspace.ts';
import type { LedgerDraft } from './draft.ts';
import {
  moveEntry,
  putAbsent,
  putEntry,
  putOrphan,
  putUnknown,
  redate,
  rememberPlan,
  removeGoneOrphan,
  removeObject,
  settle,
  useApprovals,
} from './state.ts';

/** Makes a change where it is recorded and where it is replayed, so that both give the same. */
export function makeChange(draft: LedgerDraft, change: LedgerChange): void {
  switch (change.change) {
    case 'put':
      putEntry(draft, change.address, change.entry);
      return;
    case 'remove':
      removeObject(draft, change.address);
      return;
    case 'rename':
      moveEntry(draft, change.from, change.to);
      return;
    case 'orphan':
      putOrphan(draft, change.address, change);
      return;
    case 'drop-orphan':
      removeGoneOrphan(draft, change.address);
      return;
    case 'doubt':
      putUnknown(draft, change.address, change.create);
      return;
    case 'absent':
      putAbsent(draft, change.address);
      return;
    case 'settled':
      settle(draft, change.op);
      return;
    case 'seen':
      redate(draft, change.op, change.at);
      return;
    case 'use-approvals':
      useApprovals(draft, change.approvals);
      return;
    case 'apply-plan':
      rememberPlan(draft, change.plan);
      return;
    case 'bind':
      draft.rest = { ...draft.rest, api: change.api };
      return;
  }
}

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
  { resources, orphans }: LedgerState,
  wanted: readonly Pick<CreateKey, 'address' | 'kind'>[],
  { listed, owner, missing }: { listed: readonly Live[]; owner: string; missing: ReadonlySet<Address> },
): CreatedSince {
  const known = new Set([...Object.values(resources), ...Object.values(orphans)].map(({ id }) => id));
  const ours = listed.filter(({ id, marker }) => marker?.owner === owner && !known.has(id));
  const open = wanted.filter(({ address }) => resources[address] === undefined || missing.has(address));
  const found = open.flatMap(({ address, kind }) => {
    const hash = addressHash(address);
    const [live, second] = ours.filter((each) => each.kind === kind && each.marker?.address === hash);
    return live === undefined || second !== undefined ? [] : [{ address, live }];
  });
  const taken = new Set(found.map(({ live }) => live));
  return { found, left: ours.filter((live) => !taken.has(live)) };
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
