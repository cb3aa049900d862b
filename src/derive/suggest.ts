import { editDistance } from './edit-distance.ts';

/** A longer word is no slip of the pen, and comparing many of them takes long. */
const longest = 100;

/**
 * The words that were probably meant, best first, at most three; none rather than a bad guess. Letter case, `-` and `_`
 * do not count, a swap of neighbours is one mistake. Of a list that is asked about again an index is kept.
 */
export function suggestions(word: string, candidates: readonly string[]): readonly string[] {
  if (word.length > longest) return [];
  const folded = fold(word);
  const limit = Math.max(1, Math.floor(folded.length / 3));
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const { name, folded: other } of nearTo(folded, indexOf(candidates))) {
    if (name === word || Math.abs(other.length - folded.length) > limit) continue;
    const distance = editDistance(folded, other, limit);
    if (distance <= limit && distance < Math.max(folded.length, other.length) / 2)
      found.push({ name, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return found.slice(0, 3).map(({ name }) => name);
}

/** The first suggestion as the end of a sentence: "; did you mean `host`?" without the mark, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const [first] = suggestions(word, candidates);
  return first === undefined ? '' : `, did you mean \`${first}\``;
}

const keys = new WeakMap<ReadonlyMap<string, unknown>, readonly string[]>();

/** The names in a map that does not change any more, as a list that stays the same: it is indexed once. */
export function namesOf(map: ReadonlyMap<string, unknown>): readonly string[] {
  const names = keys.get(map) ?? [...map.keys()];
  keys.set(map, names);
  return names;
}

interface Candidate {
  readonly name: string;
  readonly folded: string;
}

interface Index {
  readonly all: readonly Candidate[];
  /** In the order of the words, and of the words from behind; only where there are many. */
  readonly sorted: readonly (readonly Candidate[])[];
}

/** More names than these are not compared one by one: thousands of wrong words would meet thousands of names. */
const few = 200;
/** So many on each side of a word, in the order of beginnings and in that of ends, are those it may have been. */
const reach = 20;

const indexes = new WeakMap<readonly string[], Index>();

function indexOf(names: readonly string[]): Index {
  const known = indexes.get(names);
  if (known !== undefined) return known;
  const all = names
    .filter((name) => name.length <= 2 * longest)
    .map((name) => ({ name, folded: fold(name) }));
  const index: Index =
    all.length <= few ? { all, sorted: [] } : { all, sorted: orders.map((by) => sortedBy(all, by)) };
  indexes.set(names, index);
  return index;
}

const orders = [(folded: string) => folded, reversed] as const;

function sortedBy(all: readonly Candidate[], by: (folded: string) => string): readonly Candidate[] {
  return [...all].sort((a, b) => (by(a.folded) < by(b.folded) ? -1 : by(a.folded) > by(b.folded) ? 1 : 0));
}

function nearTo(folded: string, { all, sorted }: Index): Iterable<Candidate> {
  if (sorted.length === 0) return all;
  return new Set(
    sorted.flatMap((candidates, order) => {
      const by = orders[order] ?? reversed;
      const at = placeIn(candidates, by, by(folded));
      return candidates.slice(Math.max(0, at - reach), at + reach);
    }),
  );
}

function placeIn(candidates: readonly Candidate[], by: (folded: string) => string, key: string): number {
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (by(candidates[middle]?.folded ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}

function reversed(word: string): string {
  return Array.from(word).reverse().join('');
}
