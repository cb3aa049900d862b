/**
 * For each space of URLs that a set of changes affects: every object that could serve it before, after, or at any
 * moment between, ordered by precedence. A moment is a set of done changes; at each moment, the first rival that is
 * present serves the URL. So one list covers all moments, without simulating any.
 *
 * A list ends at a rival that is always present, as those below it never serve. This keeps lists short if few objects
 * change. Spaces are the cells of `cells.ts`, as for routing changes; together they cover all URLs.
 */
import { prefixPartition, type RankedClaim, type Pattern } from '../prefix-partition.ts';
import type { Edges } from '../edges.ts';
import type { TrafficServer } from '../holder.ts';

/** One object before and after its change. `before` is absent for a create, `after` for a delete. */
export interface ObjectChange {
  readonly before?: TrafficServer;
  readonly after?: TrafficServer;
}

/** The objects that stay as they are, and those that change. */
export interface RoutingState {
  readonly still: readonly TrafficServer[];
  readonly turns: readonly ObjectChange[];
  readonly edges: Edges;
}

/** An object that could serve a space. */
export interface ServerCandidate {
  /** Undefined if the rival takes the space without answering, like an edge without a matching route. */
  readonly holder: TrafficServer | undefined;
  /** The index of its turn; undefined for an unchanged object. */
  readonly turn: number | undefined;
  /** When the rival is present: before its turn is done, after it, or always. */
  readonly when: 'always' | 'before' | 'after';
  /** Rivals of the same rank share the space. */
  readonly rank: number;
  readonly answers: boolean;
}

export interface UrlSpace {
  /** The space as text: `shop.example.com/admin*`. */
  readonly space: () => string;
  /** By precedence, highest first. */
  readonly rivals: readonly ServerCandidate[];
}

/** A holder, and when it is present. */
export type Present = Pick<ServerCandidate, 'turn' | 'when'> & { readonly holder: TrafficServer };

export function* presentIn({ still, turns }: RoutingState): Iterable<Present> {
  for (const holder of still) yield { holder, turn: undefined, when: 'always' };
  for (const [turn, { before, after }] of turns.entries()) {
    if (before !== undefined) yield { holder: before, turn, when: 'before' };
    if (after !== undefined) yield { holder: after, turn, when: 'after' };
  }
}

/** A claim on a pattern by a rival. */
export type CandidateClaim = RankedClaim<ServerCandidate>;

export interface CandidateLine {
  readonly pattern: Pattern;
  readonly rivals: readonly ServerCandidate[];
}

/** The rivals for each cell, by precedence. `more`: unclaimed patterns that become cells too. */
export function linesOf(
  claims: readonly CandidateClaim[],
  more: readonly Pattern[] = [],
): readonly CandidateLine[] {
  const cells = prefixPartition([...claims, ...more]);
  const own = new Map<string, ServerCandidate[]>();
  for (const { form, text, owner } of claims) {
    const key = `${form} ${text}`;
    const known = own.get(key);
    if (known === undefined) own.set(key, [owner]);
    else known.push(owner);
  }
  const lines: CandidateLine[] = [];
  for (const [index, pattern] of cells.patterns.entries()) {
    const above = lines[cells.parents[index] ?? -1]?.rivals ?? [];
    const here = own.get(`${pattern.form} ${pattern.text}`) ?? [];
    lines.push({ pattern, rivals: here.length === 0 ? above : upToLast(inLine([...here, ...above])) });
  }
  return lines;
}

/** An exact pattern precedes all prefixes that cover it, regardless of rank. */
export function rankOf({ form, rank }: Pick<CandidateClaim, 'form' | 'rank'>): number {
  return form === 'exact' ? rank + exactRank : rank;
}

const exactRank = 1e9;

function inLine(rivals: readonly ServerCandidate[]): readonly ServerCandidate[] {
  return rivals.length < 2 ? rivals : [...rivals].sort((a, b) => b.rank - a.rank);
}

/** Removes rivals that never serve: those below one that is always present, or below both sides of one turn. */
export function upToLast(rivals: readonly ServerCandidate[]): readonly ServerCandidate[] {
  const seen = new Map<number, ServerCandidate['when']>();
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

export function isTouched({ rivals }: Pick<CandidateLine, 'rivals'>): boolean {
  return rivals.some(({ turn }) => turn !== undefined);
}
