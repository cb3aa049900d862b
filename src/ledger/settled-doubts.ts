import { kindIdentityKeys } from '../derive/forms/identity.ts';
import { ownerInLedger } from '../derive/forms/owner-id.ts';
import { addressOfId } from '../derive/forms/object-ids.ts';
import { entryOfLive } from '../derive/forms/ledger-form.ts';
import { settlingLeft } from '../derive/forms/settling.ts';
import type { KindName } from '../kinds/kind.ts';
import type { LedgerChange } from '../model/ledger/ledger-change.ts';
import type { LedgerState, UnknownCreate } from '../model/ledger/ledger.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { Address } from '../model/workspace/address.ts';
import { itemsBy } from '../text/lists/items-by.ts';

export interface ReadingContext {
  /** Not after the beginning of the reading: what was read before the settling time was over proves nothing. */
  readonly readAt: Date;
  /** Whether that time is of a clock that all machines share. */
  readonly isShared?: boolean;
  /** The addresses in the files: what was created for them is adopted by a step of the plan. */
  readonly declared: ReadonlySet<Address>;
}

/**
 * The unknown outcomes that a reading of the API settles. An object that is listed with the nonce of its create was
 * created. After the settling time, an endpoint that is listed neither with that nonce nor with its URL does not exist,
 * and no earlier request changes what was read of an object.
 */
export function settledBy(
  ledger: LedgerState,
  { listed }: Pick<LiveState, 'listed'>,
  context: ReadingContext,
): readonly LedgerChange[] {
  const { unknown = {}, unsettled = {} } = ledger;
  const isOver = ({ since }: { readonly since: string }): boolean =>
    settlingLeft(since, context.readAt) === 0;
  const strange = listed.filter(({ id }) => addressOfId(ledger, id) === undefined);
  const owner = ownerInLedger(ledger);
  const writes = Object.entries(unsettled).map(([op, { since }]) => ({ op, since }));
  const creates = Object.entries(unknown) as [Address, UnknownCreate][];
  return [
    ...sentByNow([...Object.values(unknown), ...writes], context),
    ...creates.flatMap(([address, create]): readonly LedgerChange[] => {
      const [only, second] = byOp(strange, opOf(create.kind, create.op, owner));
      // A copy of an object has its marker too: then a person must decide.
      if (only !== undefined && second === undefined && !context.declared.has(address))
        return [
          {
            change: 'put',
            address,
            entry: entryOfLive(only, { uid: create.op, at: context.readAt.toISOString() }),
          },
        ];
      const isAbsent =
        create.kind === 'endpoint' && isOver(create) && only === undefined && !isTaken(create, strange);
      return isAbsent ? [{ change: 'absent', address }] : [];
    }),
    ...Object.entries(unsettled).flatMap(([op, write]) =>
      isOver(write) ? [{ change: 'settled', op } as const] : [],
    ),
  ];
}

/**
 * Requests that were sent later than now: the clock of that machine was ahead. They cannot have been sent after now,
 * from which their settling time is counted then. Of two clocks that nothing compares, ours may be the wrong one.
 */
function sentByNow(
  requests: readonly { readonly op: string; readonly since: string }[],
  { readAt, isShared = false }: ReadingContext,
): readonly LedgerChange[] {
  if (!isShared) return [];
  const at = readAt.toISOString();
  return requests.flatMap(({ op, since }) =>
    Date.parse(since) > readAt.getTime() ? [{ change: 'seen', op, at } as const] : [],
  );
}

const byOp = itemsBy<Live>(({ kind, marker }) =>
  marker === undefined ? [] : [opOf(kind, marker.op, marker.owner)],
);

function opOf(kind: KindName, op: string, owner: string): string {
  return `${kind} ${op} ${owner}`;
}

/** Whether one of the objects has the identity that the create asked for. */
function isTaken({ kind, identity }: UnknownCreate, strange: readonly Live[]): boolean {
  return kindIdentityKeys(kind, identity).some((key) => byIdentity(strange, key).length > 0);
}

const byIdentity = itemsBy<Live>(({ kind, spec }) => kindIdentityKeys(kind, spec));
