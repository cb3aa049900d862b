import { prefixPartition } from '../prefix-partition.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { patternKey, type Pattern } from '../text-pattern.ts';
import type { Listener } from '../../derive/forms/listener-url.ts';
import type { TrafficServer } from '../traffic-server.ts';

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
