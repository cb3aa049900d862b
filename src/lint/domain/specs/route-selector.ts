import type { Subject } from '../../rule.ts';
import { normalMatch } from '../../../derive/forms/normal-match.ts';

/** The requests that a route selects on its edge: routes with equal selectors compete. */
export interface RouteSelector {
  readonly edge: string;
  readonly type: string;
  /** Normalized, so that all spellings of a pattern compare equal. */
  readonly match: string;
}

const known = new WeakMap<Subject, RouteSelector>();

/** Cached, because several rules compare the same routes. */
export function routeSelector(subject: Subject): RouteSelector | undefined {
  if (subject.kind !== 'https-route') return undefined;
  const made = known.get(subject);
  if (made !== undefined) return made;
  const { edge_id: edge, match_type: type, match } = subject.spec;
  if (typeof edge !== 'string' || typeof type !== 'string' || typeof match !== 'string') return undefined;
  const selector = { edge, type, match: normalMatch(match) };
  known.set(subject, selector);
  return selector;
}

/** The `match` of a route as written, or an empty string. */
export function matchText({ spec }: Subject): string {
  return typeof spec['match'] === 'string' ? spec['match'] : '';
}
