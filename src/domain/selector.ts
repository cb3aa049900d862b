import { normalHost, normalPath, splitMatch } from '../derive/forms/normal-match.ts';
import type { Spec } from '../model/value.ts';
import type { Pattern } from './contests/cells.ts';

/** The requests of its edge that a route takes. */
export interface Selector {
  readonly edge: string;
  /** Empty for all hosts. */
  readonly host: string;
  /** Matches paths. */
  readonly pattern: Pattern;
  /** Longer matches rank higher; of two equally long ones, the one with a host. */
  readonly rank: number;
}

/**
 * The requests that a route takes. The API says only "A path, a host, or a host followed by a path". Assumed: a prefix
 * is compared character by character; a host alone covers all its paths, whatever the match type; host and path are
 * compared in normalized form.
 */
export function selectorOf({ edge_id: edge, match_type: type, match }: Spec): Selector | undefined {
  if (typeof edge !== 'string' || typeof match !== 'string' || match.trim() === '') return undefined;
  if (type !== 'exact_path' && type !== 'path_prefix') return undefined;
  const parts = splitMatch(match);
  const host = parts.host === '' ? '' : normalHost(parts.host);
  const path = normalPath(parts.path);
  const isExact = type === 'exact_path' && path !== '';
  return {
    edge,
    host,
    // Every path begins with a slash, so a host alone and the host with `/` cover the same paths.
    pattern: { form: isExact ? 'exact' : 'prefix', text: path === '' ? '/' : path },
    rank: 2 * (host.length + path.length) + (host === '' ? 0 : 1),
  };
}
