import { normalHost, normalPath, splitMatch } from '../derive/forms/normal-match.ts';
import type { Spec } from '../model/value.ts';
import type { Pattern } from './contests/cells.ts';

/** What a route takes of its edge's requests. */
export interface Selector {
  readonly edge: string;
  /** Empty: at any host. */
  readonly host: string;
  /** Of paths. */
  readonly pattern: Pattern;
  /** The longer text comes first; of two as long, the one that names a host. */
  readonly rank: number;
}

/**
 * Which requests a route takes. "A path, a host, or a host followed by a path" is all that is said, so the rest
 * is our model: a prefix covers what begins with it, letter by letter; a host alone
 * covers all of its paths, whatever the match type; host and path are compared in their normal form.
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
    // Every path begins with a slash: of a host alone and of its `/` the paths are the same.
    pattern: { form: isExact ? 'exact' : 'prefix', text: path === '' ? '/' : path },
    rank: 2 * (host.length + path.length) + (host === '' ? 0 : 1),
  };
}
