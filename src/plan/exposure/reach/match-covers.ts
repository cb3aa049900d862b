import { normalMatch } from '../../../derive/forms/normal-match.ts';
import type { Spec } from '../../../model/value.ts';

/**
 * Whether the match of a route covers every path that the other's match does, case-sensitive, as in lint and `trace`.
 * Assumed: the API does not specify where a prefix ends.
 */
export function matchCovers(outer: Spec, inner: Spec): boolean {
  const [from, match] = [matchOf(outer), matchOf(inner)];
  if (from === undefined || match === undefined) return false;
  if (outer['match_type'] !== 'path_prefix') return match === from && inner['match_type'] === 'exact_path';
  return match.startsWith(from);
}

export function matchOf({ match }: Spec): string | undefined {
  return typeof match === 'string' ? normalMatch(match) : undefined;
}
