import { identityKeys } from '../derive/forms/identity.ts';
import type { LedgerChange } from '../model/journal/journal.ts';
import type { LedgerState, UnknownCreate } from '../model/ledger.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { Address } from '../model/workspace.ts';
import { changed } from './change.ts';

/** How long a request without a response may still arrive, or its effect be missing from lists, in milliseconds. */
const settlingMs = 60_000;

/** The change that settles a create, or an update or delete. */
type Settled = Extract<LedgerChange, { readonly change: 'absent' | 'settled' }>;

/**
 * The doubts that a reading of the API settles. A list that was read before the settling time was over proves nothing,
 * so `readAt` must not be after the beginning of the reading. After that time, an endpoint that is listed neither with
 * the nonce of its create nor with its URL does not exist, and no earlier request changes what was read of an object.
 */
export function settledBy(
  { unknown = {}, unsettled = {}, resources, orphans }: LedgerState,
  { listed }: Pick<LiveState, 'listed'>,
  readAt: Date,
): readonly Settled[] {
  const isOver = ({ since }: { readonly since: string }): boolean =>
    readAt.getTime() - Date.parse(since) > settlingMs;
  const known = new Set([...Object.values(resources), ...Object.values(orphans)].map(({ id }) => id));
  const strange = listed.filter(({ id }) => !known.has(id));
  const creates = Object.entries(unknown) as [Address, UnknownCreate][];
  const absent = creates.filter(
    ([, create]) =>
      create.kind === 'endpoint' && isOver(create) && !strange.some((live) => mayBe(live, create)),
  );
  const final = Object.entries(unsettled).filter(([, write]) => isOver(write));
  return [
    ...absent.map(([address]) => ({ change: 'absent', address }) as const),
    ...final.map(([address]) => ({ change: 'settled', address: address as Address }) as const),
  ];
}

/** The ledger without the doubts that are settled. */
export function withoutSettled(state: LedgerState, live: LiveState, readAt: Date): LedgerState {
  return settledBy(state, live, readAt).reduce(changed, state);
}

function mayBe(live: Live, { kind, op, identity }: UnknownCreate): boolean {
  if (live.kind !== kind) return false;
  if (live.marker?.op === op) return true;
  const keys = identityKeys(kind, identity);
  return identityKeys(kind, live.spec).some((key) => keys.includes(key));
}
