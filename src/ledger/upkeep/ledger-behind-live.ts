import { sha256Of } from '../../text/hash.ts';
import { addressHash } from '../../derive/forms/owner-id.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import { unknownSince, unrecordedOurs } from '../created-since.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';
import type { LedgerState, UnknownCreate } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace/address.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/**
 * Sees that a ledger is older than what is live: a backup that was put back, or a new ledger instead of a lost one.
 * Every create is in the ledger before it is sent; so a live object with our marker, for a declared address and with a
 * nonce that the ledger does not know, was created after it. What no list shows may have been created as well, and a
 * person is asked.
 */

type DeclaredIdentity = Pick<Desired, 'address' | 'kind' | 'spec' | 'formerly'>;

export interface DeclaredNow {
  readonly desired: readonly DeclaredIdentity[];
  /** The addresses under `adopt:`, about which the files say what exists. */
  readonly adopted: ReadonlySet<Address>;
  readonly readAt: Date;
}

/** The creates of declared objects that no list shows, as unknown; none if nothing says that the ledger is older. */
export function olderLedgerChanges(
  ledger: LedgerState,
  listed: readonly Live[],
  { desired, adopted, readAt }: DeclaredNow,
): readonly LedgerChange[] {
  const unlisted = desired.filter(({ kind }) => kinds[kind].operations.list === undefined);
  const asked = unknownSince(ledger, unlisted, adopted).filter(
    ({ address }) => ledger.absent?.[address] === undefined,
  );
  const since = asked.length === 0 ? undefined : createOfOther(ledger, listed, desired);
  if (since === undefined) return [];
  return asked.map(({ address, kind, spec }) => ({
    change: 'doubt',
    address,
    create: createOf(ledger, { address, kind, spec }, { readAt, newer: since.id }),
  }));
}

/** A listed object of a declared address whose create the ledger does not know. */
function createOfOther(
  ledger: LedgerState,
  listed: readonly Live[],
  desired: readonly DeclaredIdentity[],
): Live | undefined {
  const ours = unrecordedOurs(ledger, listed);
  if (ours.length === 0) return undefined;
  const { resources, orphans, unknown = {}, absent = {} } = ledger;
  const entries = [...Object.values(resources), ...Object.values(orphans)];
  const creates = [...Object.values(unknown), ...Object.values(absent)];
  const ops = new Set([...entries.map(({ uid }) => uid), ...creates.map(({ op }) => op)]);
  const open = unknownSince({ ...ledger, unknown: {} }, desired, new Set());
  const hashes = new Set(
    open.flatMap(({ kind, address, formerly }) =>
      [address, ...formerly].map((name) => `${kind} ${addressHash(name)}`),
    ),
  );
  return ours.find(
    ({ kind, marker }) =>
      marker !== undefined && !ops.has(marker.op) && hashes.has(`${kind} ${marker.address}`),
  );
}

function createOf(
  { lineage, environment, serial }: LedgerState,
  { address, kind, spec }: Omit<DeclaredIdentity, 'formerly'>,
  { readAt, newer }: { readonly readAt: Date; readonly newer: string },
): UnknownCreate {
  const edge = spec['edge_id'];
  const identity = kinds[kind].identity.fields.flatMap((name) =>
    spec[name] === undefined ? [] : [[name, maskedValue(spec[name])] as const],
  );
  return withoutUndefined({
    kind,
    edge_id: typeof edge === 'string' ? edge : undefined,
    // No marker has it: the nonce of that create, if there was one, is lost with the ledger.
    op: sha256Of(JSON.stringify([lineage, environment, serial, address])).slice(0, 32),
    identity: Object.fromEntries(identity),
    since: readAt.toISOString(),
    newer,
  });
}
