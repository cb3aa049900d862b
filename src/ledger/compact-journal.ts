import type { Texts, Write } from './backend.ts';
import { generationFile, keptGenerations, listGenerations } from './generations.ts';
import { historyIn } from './journal/read-history.ts';
import { ledgerText } from './ledger-text.ts';
import { readStored } from './read-ledger.ts';
import type { HistoryEntry } from '../model/ledger/history-entry.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import type { LedgerPlace } from './ledger-place.ts';

const log = 'history.jsonl';

/**
 * A ledger smaller than this is written again by every run that changed it. A larger one only when the journals have
 * grown to an eighth of it or are many, so that what is written stays in proportion to what changed.
 */
const smallLedger = 4 * 1024 * 1024;

/** Each reading of the ledger reads every journal: in a shared store that takes a request each. */
const mostJournals = 32;

interface Journals {
  readonly size: number;
  readonly count: number;
  readonly characters: number;
}

/** Whether the ledger is worth writing again. */
export function isCompactionDue({ size, count, characters }: Journals): boolean {
  return size < smallLedger || count >= mostJournals || characters * 8 >= size;
}

interface JournalToCompact {
  readonly state: LedgerState;
  /** The text of the state. */
  readonly text: string;
  readonly entries: readonly HistoryEntry[];
  /** The journals that are in it. */
  readonly journals: readonly string[];
  /** Whether an earlier run left journals behind. */
  readonly isAfterCrash: boolean;
  readonly before?: readonly Write[] | undefined;
}

/** The writes that replace a ledger and its journals by a new one. */
export async function compactedWrites(
  { texts }: Pick<LedgerPlace, 'texts'>,
  journal: JournalToCompact,
): Promise<readonly Write[]> {
  const { state, text, journals, before = [] } = journal;
  const known = await listGenerations(texts);
  return [
    ...before,
    ...(await logWrites(texts, journal)),
    { put: 'ledger.json', text },
    // Bytes of its own, which damage to the ledger does not reach.
    { put: generationFile(state.serial), text },
    ...journals.map((name) => ({ remove: name })),
    ...known.slice(keptGenerations - 1).map((name) => ({ remove: name })),
  ];
}

/** The writes that compact the journals of all shards, once none of them is locked; none if that is not due. */
export async function compactShards(place: LedgerPlace): Promise<readonly Write[]> {
  const stored = await readStored(place);
  if (stored === undefined || stored.journals.length === 0) return [];
  const { size, history, journals, journalCharacters, compacted } = stored;
  if (!isCompactionDue({ size, count: journals.length, characters: journalCharacters })) return [];
  const state = { ...stored.state, fence: stored.fence };
  return compactedWrites(place, {
    state,
    text: ledgerText(state, place.texts.sealKey),
    entries: history,
    journals: [...journals, ...compacted],
    isAfterCrash: true,
  });
}

/**
 * The writes that add runs to the log. After a crash its last line may be cut off. What is appended to such a line
 * could not be read, so the log is written again without it: the journal of that run is still there.
 */
async function logWrites(
  texts: Texts,
  { entries, isAfterCrash }: JournalToCompact,
): Promise<readonly Write[]> {
  if (entries.length === 0) return [];
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const known = isAfterCrash ? ((await texts.read(log)) ?? '') : '';
  if (known === '' || known.endsWith('\n')) return [{ append: log, text }];
  const cut = known.lastIndexOf('\n') + 1;
  const last = known.slice(cut);
  const kept = historyIn(last).length === 0 ? known.slice(0, cut) : `${known}\n`;
  return [{ put: log, text: kept + text }];
}
