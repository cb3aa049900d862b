import { rememberEach } from './remember-last.ts';
import { editDistance } from './edit-distance.ts';

/** Longer words are not typos, and comparing many of them is slow. */
const longest = 100;

/** Maximum number of suggestions. */
const most = 3;

/**
 * Similar names, best first, at most three; none rather than a bad guess. Letter case, `-` and `_` are ignored, a
 * transposition is one edit; names with different numbers are never similar. An index is kept for each list of
 * candidates; `isOpen` excludes names.
 */
export function suggestions(
  word: string,
  candidates: readonly string[],
  isOpen: (name: string) => boolean = () => true,
): readonly string[] {
  if (word.length > longest) return [];
  const folded = fold(word);
  const letters = lettersOf(folded);
  const found: Near[] = [];
  let limit = Math.max(1, Math.floor(folded.length / 3));
  for (const candidate of nearTo(folded, indexOf(candidates))) {
    const { name, folded: other } = candidate;
    const within = Math.min(limit, Math.ceil(Math.max(folded.length, other.length) / 2) - 1);
    if (name === word || leastDistance(letters, candidate.letters) > within) continue;
    const distance = editDistance(folded, other, within);
    if (distance > within || areSiblings(word, name) || !isOpen(name)) continue;
    found.push({ name, distance });
    if (found.length <= most) continue;
    // Names further away than three others are not needed.
    found.sort(byDistance).pop();
    limit = found.at(-1)?.distance ?? limit;
  }
  return found.sort(byDistance).map(({ name }) => name);
}

/** Whether numbers tell two names apart: `pool1` and `pool2`, `svc` and `svc-06`, but not `l0gin` and `login`. */
function areSiblings(a: string, b: string): boolean {
  const [ofA, ofB] = [numbersIn(a), numbersIn(b)];
  if (ofA.length > 0 && ofB.length > 0) return ofA.join(' ') !== ofB.join(' ');
  // A digit inside a word is often a typo; one at its end is a number.
  return endsInNumber.test(a) !== endsInNumber.test(b);
}

function numbersIn(name: string): readonly string[] {
  return name.match(/\d+/g) ?? [];
}

const endsInNumber = /\d(?![a-z\d])/i;

/** Whether one name may be a typo of the other, also where names are too short, or too alike, for a suggestion. */
export function mayBeTypo(a: string, b: string): boolean {
  const limit = Math.max(1, Math.floor(Math.max(a.length, b.length) / 3));
  return a !== b && editDistance(fold(a), fold(b), limit) <= limit;
}

/** The only name that may be meant by a typo of few letters, where `suggestions` finds none. */
export function onlyTypoOf(word: string, candidates: readonly string[]): string | undefined {
  const [near, ...others] = candidates.filter((name) => mayBeTypo(word, name) && !areSiblings(word, name));
  return others.length === 0 ? near : undefined;
}

interface Near {
  readonly name: string;
  readonly distance: number;
}

function byDistance(a: Near, b: Near): number {
  return a.distance - b.distance || (a.name < b.name ? -1 : 1);
}

/** All candidates: those that contain the word first, then those that share most words with it, then by similarity. */
export function nearestFirst(word: string, candidates: readonly string[]): readonly string[] {
  if (word.length > longest) return candidates;
  const folded = fold(word);
  const words = new Set(wordsIn(word));
  const near = candidates.map((name) => {
    const other = fold(name);
    const distance = editDistance(folded, other, Math.max(folded.length, other.length));
    const shared = wordsIn(name).filter((part) => words.has(part)).length;
    return { name, contains: other.includes(folded), shared, distance };
  });
  const order = (a: (typeof near)[number], b: (typeof near)[number]): number =>
    Number(b.contains) - Number(a.contains) || b.shared - a.shared || a.distance - b.distance;
  return near.sort(order).map(({ name }) => name);
}

/**
 * The words of a name, each once: those of `client_id`, `rate-limit` and `clientId`. Articles and the like are none.
 */
function wordsIn(name: string): readonly string[] {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return [...new Set(words.match(/[a-z\d]{2,}/g))].filter((word) => !small.has(word));
}

const small = new Set(['an', 'and', 'at', 'by', 'for', 'in', 'is', 'of', 'on', 'or', 'the', 'to', 'with']);

/** The first suggestion as help, "write `host`"; otherwise the given help. */
export function suggestionOr<Help extends string | undefined>(
  word: string,
  candidates: readonly string[],
  help: Help,
): string | Help {
  const [first] = suggestions(word, candidates);
  return first === undefined ? help : `write \`${first}\``;
}

/** The names of a map that no longer changes, as the same list each time, so that it is indexed only once. */
export const namesOf = rememberEach((map: ReadonlyMap<string, unknown>): readonly string[] => [
  ...map.keys(),
]);

type Letters = readonly number[];

interface Candidate {
  readonly name: string;
  readonly folded: string;
  readonly letters: Letters;
}

interface Index {
  readonly all: readonly Candidate[];
  /** Sorted by the words and by the reversed words; only for long lists. */
  readonly sorted: readonly SortedCandidates[];
}

interface SortedCandidates {
  readonly keyOf: (folded: string) => string;
  readonly candidates: readonly Candidate[];
  /** The sort keys. */
  readonly keys: readonly string[];
}

/**
 * Lists up to this length are compared name by name; longer ones use the index, since thousands of wrong words may
 * occur.
 */
const few = 200;
/** Number of neighbors on each side, in the order of prefixes and in that of suffixes, that are compared. */
const reach = 20;

const indexOf = rememberEach((names: readonly string[]): Index => {
  const all = names.filter((name) => name.length <= 2 * longest).map((name) => candidate(name, fold(name)));
  return { all, sorted: all.length <= few ? [] : orders.map((keyOf) => sortedBy(all, keyOf)) };
});

function candidate(name: string, folded: string): Candidate {
  return { name, folded, letters: lettersOf(folded) };
}

const orders = [(folded: string) => folded, reversed] as const;

function sortedBy(all: readonly Candidate[], keyOf: SortedCandidates['keyOf']): SortedCandidates {
  const pairs = all.map((entry) => ({ entry, key: keyOf(entry.folded) }));
  pairs.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { keyOf, candidates: pairs.map(({ entry }) => entry), keys: pairs.map(({ key }) => key) };
}

function nearTo(folded: string, { all, sorted }: Index): Iterable<Candidate> {
  if (sorted.length === 0) return all;
  return new Set(
    sorted.flatMap(({ keyOf, candidates, keys }) => {
      const at = placeIn(keys, keyOf(folded));
      return candidates.slice(Math.max(0, at - reach), at + reach);
    }),
  );
}

function placeIn(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The letter counts of a word; several letters may share a counter. */
function lettersOf(folded: string): Letters {
  const letters = new Array<number>(places).fill(0);
  for (let index = 0; index < folded.length; index++) {
    const place = folded.charCodeAt(index) % places;
    letters[place] = (letters[place] ?? 0) + 1;
  }
  return letters;
}

const places = 32;

/**
 * A lower bound of the distance: an edit removes at most one letter and adds one, so the larger surplus must be edited.
 */
function leastDistance(letters: Letters, others: Letters): number {
  let [more, less] = [0, 0];
  for (let place = 0; place < places; place++) {
    const difference = (letters[place] ?? 0) - (others[place] ?? 0);
    if (difference > 0) more += difference;
    else less -= difference;
  }
  return Math.max(more, less);
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}

function reversed(word: string): string {
  return Array.from(word).reverse().join('');
}
