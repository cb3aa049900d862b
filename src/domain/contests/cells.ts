/**
 * Who has which text? A claim is one text, or all that begin with it; where several cover a text, an exact one comes
 * before a prefix, and of the same form the higher rank. To compare two such orders exactly and not by samples, all
 * texts are cut into cells within which nothing can change: each text that is named exactly is a cell; each prefix is
 * one, without what lies in longer prefixes and in the exact ones. A cell has one winner on each side, so that what
 * changes hands is a matter of walking over the cells once. Their number is that of the claims, their order that of the
 * alphabet: what a prefix covers follows it, so each is compared with the prefixes that are still open.
 */
import { lastNotAfter } from '../../text/last-not-after.ts';

/** One text, or all that begin with it. */
export interface Pattern {
  readonly form: 'exact' | 'prefix';
  readonly text: string;
}

export interface RankedClaim<Owner> extends Pattern {
  /** Of two of one form that cover a text, the higher has it; equal ones have it both. */
  readonly rank: number;
  readonly owner: Owner;
}

/** Patterns in the order of the alphabet, each with the index of the longest prefix that it lies in, -1 for none. */
export interface Cells {
  readonly patterns: readonly Pattern[];
  readonly parents: readonly number[];
  /** The cell that a text lies in, -1 for none. */
  readonly find: (text: string) => number;
}

/** The cells of all patterns, those of both sides where two are compared. */
export function cellsOf(patterns: Iterable<Pattern>): Cells {
  const unique = new Map<string, Pattern>();
  for (const { form, text } of patterns) unique.set(keyOf({ form, text }), { form, text });
  const sorted = [...unique.values()].sort(byText);
  const parents: number[] = [];
  const open: number[] = [];
  for (const [index, { form, text }] of sorted.entries()) {
    while (open.length > 0 && !text.startsWith(textAt(sorted, open.at(-1)))) open.pop();
    parents.push(open.at(-1) ?? -1);
    if (form === 'prefix') open.push(index);
  }
  return { patterns: sorted, parents, find: finder(sorted, parents) };
}

/** For each cell the claims that have it: none where no one claims it, several where they claim the very same. */
export function winnersOf<Owner>(
  { patterns, parents }: Cells,
  claims: Iterable<RankedClaim<Owner>>,
): readonly (readonly RankedClaim<Owner>[])[] {
  const best = new Map<string, RankedClaim<Owner>[]>();
  for (const claim of claims) {
    const key = keyOf(claim);
    best.set(key, better(best.get(key) ?? [], [claim]) as RankedClaim<Owner>[]);
  }
  const winners: (readonly RankedClaim<Owner>[])[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const own = best.get(keyOf(pattern)) ?? [];
    const above = winners[parents[index] ?? -1] ?? [];
    winners.push(pattern.form === 'exact' && own.length > 0 ? own : better(above, own));
  }
  return winners;
}

function better<Owner>(
  one: readonly RankedClaim<Owner>[],
  other: readonly RankedClaim<Owner>[],
): readonly RankedClaim<Owner>[] {
  const [a, b] = [one[0], other[0]];
  if (a === undefined) return other;
  if (b === undefined) return one;
  if (a.rank === b.rank) return [...one, ...other];
  return a.rank > b.rank ? one : other;
}

/** The longest prefix that covers a text is the last one not after it, or lies above that one. */
function finder(patterns: readonly Pattern[], parents: readonly number[]): Cells['find'] {
  const exact = new Map<string, number>();
  const prefixes: number[] = [];
  for (const [index, { form, text }] of patterns.entries()) {
    if (form === 'exact') exact.set(text, index);
    else prefixes.push(index);
  }
  return (text) => {
    const named = exact.get(text);
    if (named !== undefined) return named;
    let found = prefixes[lastIndex(prefixes, patterns, text)] ?? -1;
    while (found !== -1 && !text.startsWith(textAt(patterns, found))) found = parents[found] ?? -1;
    return found;
  };
}

function lastIndex(prefixes: readonly number[], patterns: readonly Pattern[], text: string): number {
  return lastNotAfter(prefixes, 0, (index) => (textAt(patterns, index) <= text ? 0 : 1));
}

function textAt(patterns: readonly Pattern[], index: number | undefined): string {
  return patterns[index ?? -1]?.text ?? '';
}

function keyOf({ form, text }: Pattern): string {
  return form === 'exact' ? `=${text}` : `^${text}`;
}

/** A prefix is before what begins with it, and before the same text named exactly. */
function byText(a: Pattern, b: Pattern): number {
  if (a.text !== b.text) return a.text < b.text ? -1 : 1;
  return a.form === b.form ? 0 : a.form === 'prefix' ? -1 : 1;
}
