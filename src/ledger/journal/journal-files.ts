import type { JournalRecord } from '../../model/ledger/journal.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Texts } from '../backend.ts';

/** Two shards that are applied at the same time may have the same fence. */
export function journalFile(fence: number, shard?: number): string {
  return shard === undefined ? `journal/${fence}.jsonl` : `journal/${fence}-${shard}.jsonl`;
}

/**
 * The journals, in the order of their fences. Those of two shards with the same one are about different objects, as are
 * those of shards that were applied at the same time: what follows from them is in the later fence.
 */
export async function journalTexts(texts: Texts, names: readonly string[]): Promise<readonly JournalFile[]> {
  const found: JournalFile[] = [];
  for (const fileName of names) {
    const [, fence] = /^(\d{1,9})(?:-\d{1,4})?\.jsonl$/.exec(fileName) ?? [];
    if (fence === undefined) continue;
    const name = `journal/${fileName}`;
    const text = await texts.read(name);
    if (text !== undefined) found.push({ name, fence: Number(fence), text });
  }
  return found.sort((a, b) => a.fence - b.fence);
}

/** Whether a journal with this first record, in the file of this fence, follows a ledger. */
export function isJournalOf(base: LedgerState, first: JournalRecord, fence: number): boolean {
  return (
    first.type === 'run' &&
    first.fence === fence &&
    first.lineage === base.lineage &&
    first.environment === base.environment
  );
}

export interface JournalFile {
  readonly name: string;
  readonly fence: number;
  readonly text: string;
}
