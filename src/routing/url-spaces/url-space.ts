/**
 * For each space of URLs: every object that could serve it before, after, or at any moment between a set of changes,
 * ordered by precedence. A moment is a set of done changes; at each moment, the first candidate that is present serves
 * the URL. So one list covers all moments, without simulating any; without changes, it has the objects that serve the
 * URL.
 *
 * A list ends at a candidate that is always present, as those below it never serve. This keeps lists short if few
 * objects change. Spaces are the cells of `prefix-partition.ts`; together they cover all URLs.
 */
import type { Listener } from '../../derive/forms/endpoint-url.ts';
import { patternKey, prefixPartition, type Pattern } from '../prefix-partition.ts';
import type { Edges } from '../edges.ts';
import { addTo } from '../../text/items-by.ts';
import type { TrafficServer } from '../traffic-server.ts';

/** One object before and after its change. `before` is absent for a create, `after` for a delete. */
export interface ObjectChange {
  readonly before?: TrafficServer;
  readonly after?: TrafficServer;
}

/** The objects that stay as they are, and those that change. */
export interface RoutingState {
  readonly still: readonly TrafficServer[];
  readonly changes: readonly ObjectChange[];
  readonly edges: Edges;
}

/** An object that could serve a space. */
export interface ServerCandidate {
  /** Undefined if the candidate takes the space without answering, like an edge without a matching route. */
  readonly server: TrafficServer | undefined;
  /** The index of its change; undefined for an unchanged object. */
  readonly change: number | undefined;
  /** When the candidate is present: before its change is done, after it, or always. */
  readonly when: 'always' | 'before' | 'after';
  /** Candidates of the same rank share the space. */
  readonly rank: number;
  readonly answers: boolean;
  /** Where it listens; a route does not. */
  readonly listener?: Listener;
  /** The id of an HTTPS edge, which passes requests on to its routes. */
  readonly edge?: string;
}

export interface UrlSpace {
  /** The space as text: `shop.example.com/admin*`. */
  readonly space: () => string;
  /** By precedence, highest first. */
  readonly candidates: readonly ServerCandidate[];
}

type Present = Pick<ServerCandidate, 'change' | 'when'> & { readonly server: TrafficServer };

export function* presentIn({ still, changes }: RoutingState): Iterable<Present> {
  for (const server of still) yield { server, change: undefined, when: 'always' };
  for (const [change, { before, after }] of changes.entries()) {
    if (before !== undefined) yield { server: before, change, when: 'before' };
    if (after !== undefined) yield { server: after, change, when: 'after' };
  }
}

/** A claim of a candidate on a string, or on all strings with a prefix. */
export interface CandidateClaim extends Pattern {
  readonly owner: ServerCandidate;
}

/** One cell of the claimed strings. */
export interface CandidateLine {
  readonly pattern: Pattern;
  /** The index of the line of the longest prefix that contains the cell, or -1. */
  readonly parent: number;
  readonly candidates: readonly ServerCandidate[];
}

export interface CandidateLines {
  readonly lines: readonly CandidateLine[];
  /** The candidates for a string, by precedence. */
  readonly at: (text: string) => readonly ServerCandidate[];
}

/** The candidates for each cell, by precedence. `more`: unclaimed patterns that become cells too. */
export function linesOf(claims: readonly CandidateClaim[], more: readonly Pattern[] = []): CandidateLines {
  const { patterns, parents, find } = prefixPartition([...claims, ...more]);
  const ownCandidates = new Map<string, ServerCandidate[]>();
  for (const claim of claims) addTo(ownCandidates, patternKey(claim), claim.owner);
  const lines: CandidateLine[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const parent = parents[index] ?? -1;
    const above = lines[parent]?.candidates ?? [];
    const here = ownCandidates.get(patternKey(pattern));
    lines.push({
      pattern,
      parent,
      candidates: here === undefined ? above : upToLast(inLine([...here, ...above])),
    });
  }
  return { lines, at: (text) => lines[find(text)]?.candidates ?? [] };
}

/** An exact pattern precedes all prefixes that cover it, regardless of rank. */
export function rankOf({ form }: Pattern, rank: number): number {
  return form === 'exact' ? rank + exactRank : rank;
}

const exactRank = 1e9;

function inLine(candidates: readonly ServerCandidate[]): readonly ServerCandidate[] {
  return candidates.length < 2 ? candidates : [...candidates].sort((a, b) => b.rank - a.rank);
}

/** Removes candidates that never serve: those below one that is always present, or below both sides of one change. */
function upToLast(candidates: readonly ServerCandidate[]): readonly ServerCandidate[] {
  const seen = new Map<number, ServerCandidate['when']>();
  for (const [index, { change, when, rank }] of candidates.entries()) {
    const isLast = change === undefined || (seen.has(change) && seen.get(change) !== when);
    if (change !== undefined) seen.set(change, when);
    if (!isLast) continue;
    let end = index + 1;
    while (candidates[end]?.rank === rank) end++;
    return end === candidates.length ? candidates : candidates.slice(0, end);
  }
  return candidates;
}

/** The first candidates that are present then: they have the space, whether or not they answer. */
export function firstIn(
  candidates: readonly ServerCandidate[],
  side: 'before' | 'after',
): readonly ServerCandidate[] {
  const present = candidates.filter(({ when }) => when === 'always' || when === side);
  return present.filter(({ rank }) => rank === present[0]?.rank);
}

export function isTouched({ candidates }: Pick<CandidateLine, 'candidates'>): boolean {
  return candidates.some(({ change }) => change !== undefined);
}
