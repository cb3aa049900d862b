import type { Entry } from '../model/document.ts';

/** The text of a key: `8080: x` and `"8080": x` have the same key. */
export function textOfKey(entry: Entry): string {
  return String(entry.key.value);
}
