import type { HistoryEntry } from '../../model/journal/history.ts';
import type { Texts, Write } from '../backend.ts';
import { historyIn } from './read-history.ts';

const log = 'history.jsonl';

/**
 * The writes that add runs to the log. `isAfterCrash`: the last line may be cut off. What is appended to such a line
 * could not be read, so the log is written again without it: the journal of that run is still there.
 */
export async function logWrites(
  texts: Texts,
  entries: readonly HistoryEntry[],
  isAfterCrash: boolean,
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
