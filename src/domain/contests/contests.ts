/**
 * For each space of URLs that a set of changes touches: everything that could serve it before, after, or at any moment
 * between, from the first in line to the last. A moment is a set of changes that are done; whatever it is, the first
 * rival that is there at that moment has the URL. So one list answers for all moments, and no moment has to be played.
 *
 * A list ends with a rival that is always there: nothing below it ever serves. That keeps lists short where much stays
 * as it is. Spaces are the cells of `cells.ts`, as for traffic: each names one space, and together they are all URLs.
 */
import { cellsOf, type RankedClaim, type Pattern } from './cells.ts';
import type { Edges } from '../edges.ts';
import type { Holder } from '../holder.ts';

/** What becomes of one object. One of the sides is missing where it is created or deleted. */
export interface Turn {
  readonly before?: Holder;
  readonly after?: Holder;
}

/** What stays as it is, and what changes. */
export interface World {
  readonly still: readonly Holder[];
  readonly turns: readonly Turn[];
  readonly edges: Edges;
}

/** One that could serve a space. */
export interface Rival {
  /** Undefined: takes the space and answers nothing, as an edge does that has no route for it. */
  readonly holder: Holder | undefined;
  /** The index of its turn; undefined for what stays as it is. */
  readonly turn: number | undefined;
  /** When it is there: before its turn is done, after that, or always. */
  readonly when: 'always' | 'before' | 'after';
  /** Rivals of the same rank share what they have. */
  readonly rank: number;
  readonly answers: boolean;
}

export interface Contest {
  /** How the space is named: `shop.example.com/admin*`. */
  readonly space: () => string;
  /** From the first in line to the last. */
  readonly rivals: readonly Rival[];
}

/** A holder, with when it is there. */
export type Present = Pick<Rival, 'turn' | 'when'> & { readonly holder: Holder };

export function* presentIn({ still, turns }: World): Iterable<Present> {
  for (const holder of still) yield { holder, turn: undefined, when: 'always' };
  for (const [turn, { before, after }] of turns.entries()) {
    if (before !== undefined) yield { holder: before, turn, when: 'before' };
    if (after !== undefined) yield { holder: after, turn, when: 'after' };
  }
}

/** A claim on a pattern, with who makes it. */
export type RivalClaim = RankedClaim<Rival>;

export interface ContestLine {
  readonly pattern: Pattern;
  readonly rivals: readonly Rival[];
}

/** For each cell of the claims who is in line for it. `more`: patterns that no one claims, to be cells all the same. */
export function linesOf(
  claims: readonly RivalClaim[],
  more: readonly Pattern[] = [],
): readonly ContestLine[] {
  const cells = cellsOf([...claims, ...more]);
  const own = new Map<string, Rival[]>();
  for (const { form, text, owner } of claims) {
    const key = `${form} ${text}`;
    const known = own.get(key);
    if (known === undefined) own.set(key, [owner]);
    else known.push(owner);
  }
  const lines: ContestLine[] = [];
  for (const [index, pattern] of cells.patterns.entries()) {
    const above = lines[cells.parents[index] ?? -1]?.rivals ?? [];
    const here = own.get(`${pattern.form} ${pattern.text}`) ?? [];
    lines.push({ pattern, rivals: here.length === 0 ? above : upToLast(inLine([...here, ...above])) });
  }
  return lines;
}

/** An exact text comes before every prefix that covers it, whatever their ranks. */
export function rankOf({ form, rank }: Pick<RivalClaim, 'form' | 'rank'>): number {
  return form === 'exact' ? rank + exactRank : rank;
}

const exactRank = 1e9;

function inLine(rivals: readonly Rival[]): readonly Rival[] {
  return rivals.length < 2 ? rivals : [...rivals].sort((a, b) => b.rank - a.rank);
}

/** Without those that never serve: what is below one that is always there, or below both sides of one turn. */
export function upToLast(rivals: readonly Rival[]): readonly Rival[] {
  const seen = new Map<number, Rival['when']>();
  for (const [index, { turn, when, rank }] of rivals.entries()) {
    const isLast = turn === undefined || (seen.has(turn) && seen.get(turn) !== when);
    if (turn !== undefined) seen.set(turn, when);
    if (!isLast) continue;
    let end = index + 1;
    while (rivals[end]?.rank === rank) end++;
    return end === rivals.length ? rivals : rivals.slice(0, end);
  }
  return rivals;
}

export function isTouched({ rivals }: Pick<ContestLine, 'rivals'>): boolean {
  return rivals.some(({ turn }) => turn !== undefined);
}
