import { nearestFirst } from './suggest.ts';
import { quoted } from './quoted.ts';

/** The names that may be meant by a word, those first that are most like it: "`a`, `b` and 3 more". */
export function nearNames(word: string, names: readonly string[], most = 12): string {
  const shown = nearestFirst(word, names).slice(0, most).map(quoted);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
