import type { Subject } from '../../rule.ts';
import { normalMatch } from '../../../derive/forms/normal-match.ts';

/** What a route competes for within its edge. */
export interface RouteSelector {
  readonly edge: string;
  readonly type: string;
  /** In the form that all its spellings share. */
  readonly match: string;
}

const known = new WeakMap<Subject, RouteSelector>();

/** Several rules compare the same routes, so a selector is made once. */
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

/** The `match` as it is written, of a route that is known to have one. */
export function matchText({ spec }: Subject): string {
  return typeof spec['match'] === 'string' ? spec['match'] : '';
}
