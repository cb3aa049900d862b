import { shareParts } from './share-parts.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger.ts';
import type { Address } from '../../model/workspace.ts';

/** Most of what a service responds is what it was sent, and many entries have a time and an edge in common. */
export function shareInEntries({ resources, orphans }: LedgerState): void {
  const share = entrySharing();
  for (const table of [resources, orphans]) {
    // With so many keys, `Object.values` takes three times as long.
    for (const address of Object.keys(table) as Address[]) {
      const entry = table[address];
      if (entry !== undefined) share(entry);
    }
  }
}

/** Changes entries one after the other, each of which shares values with itself and those before; returns it. */
export function entrySharing(): (entry: LedgerEntry) => LedgerEntry {
  const known = new Map<string, string>();
  const first = (text: string): string => {
    const other = known.get(text);
    if (other === undefined) known.set(text, text);
    return other ?? text;
  };
  return (entry: EntryDraft) => {
    if (entry.applied !== undefined) entry.applied = shareParts(entry.applied, entry.observed);
    entry.observed_at = first(entry.observed_at);
    if (entry.edge_id !== undefined) entry.edge_id = first(entry.edge_id);
    if (entry.origin !== undefined) entry.origin = first(entry.origin);
    return entry;
  };
}

type EntryDraft = { -readonly [Name in keyof LedgerEntry]: LedgerEntry[Name] };
