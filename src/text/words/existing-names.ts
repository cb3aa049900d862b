import { suggestions } from '../suggest.ts';
import { codeList } from './list-words.ts';

/** Longer lists are only counted. */
const mostNamed = 12;

/** The name that is meant: a similar one, or the only one that begins with it, as `prod` begins `production`. */
export function meantName(name: string, known: readonly string[]): string | undefined {
  const longer = name.length < 2 ? [] : known.filter((other) => other.startsWith(name));
  return suggestions(name, known)[0] ?? (longer.length === 1 ? longer[0] : undefined);
}

/** The names that exist, for one that does not; `see` is where many are. */
export function thereAre(names: readonly string[], see = ''): string {
  if (names.length > mostNamed) return `there are ${names.length}${see === '' ? '' : `; see ${see}`}`;
  return names.length === 0
    ? 'there are none'
    : `there ${names.length === 1 ? 'is' : 'are'} ${codeList(names)}`;
}
