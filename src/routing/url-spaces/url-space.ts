/**
 * For each space of URLs: every object that could serve it before, after, or at any moment between a set of changes,
 * ordered by precedence. A moment is a set of done changes; at each moment, the first candidate that is present serves
 * the URL. So one list covers all moments, without simulating any; without changes, it has the objects that serve the
 * URL.
 *
 * A list ends at a candidate that is always present, as those below it never serve. This keeps lists short if few
 * objects change. Spaces are the cells of `prefix-partition.ts`; together they cover all URLs.
 */
import type { TrafficServer } from '../traffic-server.ts';
import type { Pattern } from '../text-pattern.ts';
import type { RoutingState } from './routing-state.ts';
import type { CandidateLine, ServerCandidate } from './candidate-lines.ts';

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

/** An exact pattern precedes all prefixes that cover it, regardless of rank. */
export function rankOf({ form }: Pattern, rank: number): number {
  return form === 'exact' ? rank + exactRank : rank;
}

const exactRank = 1e9;

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
