import type { Subject } from '../rule.ts';

/** What a route competes for within its edge. */
export interface Selector {
  readonly edge: string;
  readonly type: string;
  readonly match: string;
}

export function selectorOf({ kind, spec }: Subject): Selector | undefined {
  const { edge_id: edge, match_type: type, match } = spec;
  if (kind !== 'https-route' || typeof edge !== 'string') return undefined;
  return typeof type === 'string' && typeof match === 'string' ? { edge, type, match } : undefined;
}

/** The `match` of a route that is known to have one. */
export function matchText({ spec }: Subject): string {
  return typeof spec['match'] === 'string' ? spec['match'] : '';
}
