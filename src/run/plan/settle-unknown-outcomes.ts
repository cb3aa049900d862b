import { makeChange } from '../../ledger/state.ts';
import { edited } from '../../ledger/draft.ts';
import { type ReadingContext, settledBy } from '../../ledger/settled-doubts.ts';
import { type DeclaredNow, olderLedgerChanges } from '../../ledger/upkeep/ledger-behind-live.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Address } from '../../model/workspace/address.ts';
import { type LostWriteContext, lostWritesFound } from '../../plan/compare/lost-writes.ts';
import { itemsBy } from '../../text/lists/items-by.ts';

/** A ledger and a reading of the API, with all that each says of the other. */
export interface SettleResult {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  /** Changes to record before the first step of a plan that was made from them. */
  readonly changes: readonly LedgerChange[];
  readonly requests: readonly SettledRequest[];
}

type SettledRequest = Pick<Extract<RunEvent, { readonly event: 'settled' }>, 'address' | 'as'>;

/**
 * Settles the requests whose responses were lost by what is live: those that were carried out are in the ledger then,
 * and those that cannot arrive any more have an outcome.
 */
export function settleUnknownOutcomes(
  { ledger, live }: Pick<SettleResult, 'ledger' | 'live'>,
  context: ReadingContext & LostWriteContext & { readonly older?: DeclaredNow | undefined },
): SettleResult {
  const { unknown, unsettled, late } = ledger;
  const older = context.older === undefined ? [] : olderLedgerChanges(ledger, live.listed, context.older);
  if (unknown === undefined && unsettled === undefined && late === undefined && older.length === 0)
    return { ledger, live, changes: [], requests: [] };
  const lostWrites = lostWritesFound(ledger, live, context);
  const settled = settledBy(ledger, live, context);
  const changes = [...lostWrites, ...settled, ...older];
  const done = lostWrites.flatMap((lostWrite): readonly SettledRequest[] =>
    'address' in lostWrite ? [{ address: lostWrite.address, as: 'done' }] : [],
  );
  const doneAt = new Set(done.map(({ address }) => address));
  const isNew = ({ address }: SettledRequest): boolean => !doneAt.has(address);
  return {
    ledger: edited(ledger, (draft) => {
      for (const change of changes) makeChange(draft, change);
    }),
    live: withFound(live, changes),
    changes,
    requests: [
      ...done,
      ...settled.flatMap((settledChange) => requestOf(ledger, settledChange)).filter(isNew),
    ],
  };
}

function requestOf({ unsettled = {} }: LedgerState, change: LedgerChange): readonly SettledRequest[] {
  if (change.change === 'put') return [{ address: change.address, as: 'found' }];
  if (change.change === 'absent') return [{ address: change.address, as: 'absent' }];
  const address = change.change === 'settled' ? unsettled[change.op]?.address : undefined;
  return address === undefined ? [] : [{ address, as: 'final' }];
}

/** A listed object that became known by its marker is the live object of its address. */
function withFound(live: LiveState, changes: readonly LedgerChange[]): LiveState {
  const found = changes.flatMap((change): readonly (readonly [Address, Live])[] => {
    if (change.change !== 'put' || live.known.has(change.address)) return [];
    const listed = byId(live.listed, change.entry.id).find(({ kind }) => kind === change.entry.kind);
    return listed === undefined ? [] : [[change.address, listed]];
  });
  return found.length === 0 ? live : { ...live, known: new Map([...live.known, ...found]) };
}

const byId = itemsBy<Live>(({ id }) => [id]);
