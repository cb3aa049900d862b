import { identityKeys } from '../derive/forms/identity.ts';
import { keepLive } from '../derive/forms/kept.ts';
import { settlingLeft } from '../derive/forms/settling.ts';
import type { LedgerChange } from '../model/journal/journal.ts';
import type { LedgerEntry, LedgerState, UnknownCreate } from '../model/ledger.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { Address } from '../model/workspace.ts';

export interface ReadingContext {
  /** Not after the beginning of the reading: what was read before the settling time was over proves nothing. */
  readonly readAt: Date;
  /** The addresses in the files: what was created for them is adopted by a step of the plan. */
  readonly declared: ReadonlySet<Address>;
  /** Whether a text contains the value of a secret; undefined if none is set. */
  readonly isSecret: ((text: string) => boolean) | undefined;
}

/**
 * The doubts that a reading of the API settles. An object that is listed with the nonce of its create was created. After
 * the settling time, an endpoint that is listed neither with that nonce nor with its URL does not exist, and no earlier
 * request changes what was read of an object.
 */
export function settledBy(
  { unknown = {}, unsettled = {}, resources, orphans }: LedgerState,
  { listed }: Pick<LiveState, 'listed'>,
  context: ReadingContext,
): readonly LedgerChange[] {
  const isOver = ({ since }: { readonly since: string }): boolean =>
    settlingLeft(since, context.readAt) === 0;
  const known = new Set([...Object.values(resources), ...Object.values(orphans)].map(({ id }) => id));
  const strange = listed.filter(({ id }) => !known.has(id));
  const creates = Object.entries(unknown) as [Address, UnknownCreate][];
  return [
    ...creates.flatMap(([address, create]): readonly LedgerChange[] => {
      const found = strange.filter((live) => isMadeBy(live, create));
      const [only, second] = found;
      // A copy of an object has its marker too: then a person must decide.
      if (only !== undefined && second === undefined && !context.declared.has(address))
        return [{ change: 'put', address, entry: foundEntry(only, create, context) }];
      const isAbsent =
        create.kind === 'endpoint' && isOver(create) && !strange.some((live) => mayBe(live, create));
      return isAbsent ? [{ change: 'absent', address }] : [];
    }),
    ...Object.entries(unsettled).flatMap(([op, write]) =>
      isOver(write) ? [{ change: 'settled', op } as const] : [],
    ),
  ];
}

function foundEntry(
  { kind, id, edge_id, spec }: Live,
  { op }: UnknownCreate,
  { readAt, isSecret }: ReadingContext,
): LedgerEntry {
  return {
    uid: op,
    kind,
    id,
    ...(edge_id === undefined ? {} : { edge_id }),
    observed: keepLive(spec, undefined, isSecret),
    observed_at: readAt.toISOString(),
    is_protected: false,
  };
}

function isMadeBy({ kind, marker }: Live, create: UnknownCreate): boolean {
  return kind === create.kind && marker?.op === create.op;
}

function mayBe(live: Live, create: UnknownCreate): boolean {
  if (live.kind !== create.kind) return false;
  if (isMadeBy(live, create)) return true;
  const keys = identityKeys(create.kind, create.identity);
  return identityKeys(create.kind, live.spec).some((key) => keys.includes(key));
}
