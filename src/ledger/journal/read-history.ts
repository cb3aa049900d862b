import type { HistoryEntry } from '../../model/ledger/history-entry.ts';
import { isJsonMap, parsedJson } from '../../text/json/json-access.ts';
import { readStored } from '../read-ledger.ts';
import type { LedgerPlace } from '../ledger-place.ts';

/** The runs of an environment, oldest first: those that were compacted, and those whose journals are still there. */
export async function readHistory(place: LedgerPlace): Promise<readonly HistoryEntry[]> {
  const stored = await readStored(place);
  // A crash between the log and the ledger leaves a run in both; a torn last line is in the journal still.
  const byFence = new Map<string, HistoryEntry>();
  for (const entry of [
    ...historyIn((await place.texts.read('history.jsonl')) ?? ''),
    ...(stored?.history ?? []),
  ])
    byFence.set(`${entry.fence} ${entry.run.id}`, entry);
  return [...byFence.values()];
}

/** The runs in the text of a log, oldest first; lines that cannot be read are left out. */
export function historyIn(text: string): readonly HistoryEntry[] {
  return text.split('\n').flatMap(entryOf);
}

/** The numbers of the lines that cannot be read. A crash can leave a last line that is cut off, which is not damage. */
export function damagedHistoryLines(text: string): readonly number[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line, index) => (entryOf(line).length === 0 ? [index + 1] : []));
}

function entryOf(line: string): readonly HistoryEntry[] {
  const value = parsedJson(line);
  const isEntry =
    isJsonMap(value) &&
    typeof value['serial'] === 'number' &&
    typeof value['fence'] === 'number' &&
    isJsonMap(value['run']) &&
    typeof value['run']['id'] === 'string' &&
    Array.isArray(value['requests']) &&
    Array.isArray(value['recorded']);
  return isEntry ? [value as unknown as HistoryEntry] : [];
}
