import type { Entry } from '../../model/document.ts';
import { limits } from '../files/limits.ts';

/** The name of a key: `8080: x` and `"8080": x` have the same key. */
export function keyName({ key }: Entry): string {
  return String(key.value);
}

/** The first entry with a repeated key, and the earlier entry with that key. */
export function duplicateOf(
  entries: readonly Entry[],
): { readonly first: Entry; readonly again: Entry } | undefined {
  if (entries.length > 8) return duplicateOfMany(entries);
  for (let i = 1; i < entries.length; i++) {
    for (let j = 0; j < i; j++) {
      const [first, again] = [entries[j], entries[i]];
      if (first !== undefined && again !== undefined && keyName(first) === keyName(again))
        return { first, again };
    }
  }
  return undefined;
}

function duplicateOfMany(
  entries: readonly Entry[],
): { readonly first: Entry; readonly again: Entry } | undefined {
  const seen = new Map<string, Entry>();
  for (const again of entries) {
    const first = seen.get(keyName(again));
    if (first !== undefined) return { first, again };
    seen.set(keyName(again), again);
  }
  return undefined;
}

/** Whether a map has no duplicate key, no merge key, and not too many keys. */
export function areOrdinary(entries: readonly Entry[]): boolean {
  if (entries.length > limits.keys || duplicateOf(entries) !== undefined) return false;
  for (const { key } of entries) if (key.value === '<<' && key.style === 'plain') return false;
  return true;
}
