/** Whether the texts that a target holds may be replaced by those of the source: only if nothing is lost with them. */
import type { LedgerError } from '../../model/errors.ts';
import { unsafeError } from '../ledger-error.ts';
import { parseLedger } from '../ledger-text.ts';
import { parseJournal } from '../journal/journal-text.ts';
import { historyIn } from '../journal/read-history.ts';

type TextMap = ReadonlyMap<string, string>;

/** The reason why the target must stay as it is; undefined if it is empty, or if all of it is in the source as well. */
export function targetRefusal(
  source: TextMap,
  target: TextMap,
  { shown, lineage }: { readonly shown: string; readonly lineage: string },
): LedgerError | undefined {
  const text = target.get('ledger.json');
  if (text === undefined) {
    // A copy that was stopped: `ledger.json` is written last.
    const strange = [...target].find(([name, each]) => source.get(name) !== each)?.[0];
    return strange === undefined ? undefined : refusal(`${shown}: \`${strange}\` is there already`);
  }
  const parsed = parseLedger(text);
  if ('problem' in parsed)
    return refusal(`\`${shown}\` is there already and cannot be used: ${parsed.problem}`);
  const { state } = parsed;
  if (state.lineage !== lineage)
    return refusal(`\`${shown}\` is the ledger of a different workspace (lineage \`${state.lineage}\`)`);
  if (state.moved !== undefined && state.serial <= serialIn(source)) return undefined;
  if (isEarlier(source, target)) return undefined;
  return refusal(`\`${shown}\` is a ledger already (serial ${state.serial})`);
}

/** Whether the target is a copy of the source from before, which nothing has used since. */
function isEarlier(source: TextMap, target: TextMap): boolean {
  const ledger = target.get('ledger.json');
  const isKnown = [...source].some(([name, text]) => /^ledger(\.\d+)?\.json$/.test(name) && text === ledger);
  const runs = historyIn(source.get('history.jsonl') ?? '');
  const journals = [...target].filter(([name]) => name.startsWith('journal/'));
  return (
    isKnown &&
    journals.every(([name, text]) => {
      if (source.get(name)?.startsWith(text) === true) return true;
      const [first] = parseJournal(text).records;
      return (
        first?.type === 'run' &&
        runs.some(({ fence, run }) => fence === first.fence && run.id === first.run.id)
      );
    })
  );
}

function serialIn(source: TextMap): number {
  const parsed = parseLedger(source.get('ledger.json') ?? '');
  return 'state' in parsed ? parsed.state.serial : -1;
}

function refusal(message: string): LedgerError {
  return unsafeError(message, 'nothing was changed; choose an empty place, or move that ledger away first');
}
