import type { HistoryEntry } from '../../model/ledger/history-entry.ts';
import type { LedgerState, LeftObject, Orphan, UnknownCreate } from '../../model/ledger/ledger.ts';
import type { Address } from '../../model/workspace/address.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The orphans of a ledger and its creates without a response, each by address; `history` is oldest first. */
export function leftObjects(
  { orphans, unknown = {} }: Pick<LedgerState, 'orphans' | 'unknown'>,
  history: readonly HistoryEntry[],
): readonly LeftObject[] {
  const left = (Object.entries(orphans) as [Address, Orphan][]).map(
    ([address, { kind, id, edge_id, how, since }]): LeftObject => ({
      ...{ address, kind, state: how, id, since },
      ...withoutUndefined({ edge_id }),
      ...runOf(history, since, (entry) => touches(entry, address)),
    }),
  );
  const doubted = (Object.entries(unknown) as [Address, UnknownCreate][]).map(
    ([address, { kind, edge_id, identity, since, newer, answered }]): LeftObject => ({
      ...{ address, kind, state: 'unknown', identity, since },
      ...withoutUndefined({ edge_id, newer, answered }),
      ...runOf(history, since, ({ requests }) =>
        requests.some(
          (request) =>
            request.address === address && request.action === 'create' && request.ending === 'unknown',
        ),
      ),
    }),
  );
  return [...left, ...doubted].sort((a, b) => (a.address < b.address ? -1 : 1));
}

function touches({ requests, recorded }: HistoryEntry, address: Address): boolean {
  return recorded.includes(address) || requests.some((request) => request.address === address);
}

/** The last run that had begun by then. */
function runOf(
  history: readonly HistoryEntry[],
  since: string,
  isIt: (entry: HistoryEntry) => boolean,
): Pick<LeftObject, 'run'> {
  const found = history.findLast((entry) => Date.parse(entry.run.at) <= Date.parse(since) && isIt(entry));
  return withoutUndefined({ run: found?.run.id });
}
