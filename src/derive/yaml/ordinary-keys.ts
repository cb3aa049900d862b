import type { Entry } from '../../model/document.ts';
import { limits } from '../../text/file-limits.ts';
import { textOfKey } from '../../text/key-text.ts';

/** Whether a map has no duplicate key, no merge key, and not too many keys. */
export function areOrdinary(entries: readonly Entry[]): boolean {
  if (entries.length > limits.keys || hasDuplicate(entries)) return false;
  for (const { key } of entries) if (key.value === '<<' && key.style === 'plain') return false;
  return true;
}

function hasDuplicate(entries: readonly Entry[]): boolean {
  if (entries.length > 8) return new Set(entries.map(textOfKey)).size < entries.length;
  for (let i = 1; i < entries.length; i++) {
    for (let j = 0; j < i; j++) {
      const [first, again] = [entries[j], entries[i]];
      if (first !== undefined && again !== undefined && textOfKey(first) === textOfKey(again)) return true;
    }
  }
  return false;
}
