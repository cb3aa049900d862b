import type { Spec } from '../model/value.ts';
import { normalHost } from '../derive/forms/host.ts';
import { normalPath, splitMatch } from '../derive/forms/normal-match.ts';
import { patternCovers, type Pattern } from './prefix-partition.ts';

/** The hosts and paths that a route selects by `match` and `match_type`. */
export interface MatchSpace {
  /** Empty for all hosts. */
  readonly host: string;
  /** Matches paths. */
  readonly pattern: Pattern;
  /** Longer matches rank higher; of two equally long ones, the one with a host. */
  readonly rank: number;
}

/** The requests of its edge that a route takes. */
export interface Selector extends MatchSpace {
  readonly edge: string;
}

/**
 * The requests that a route takes. The API says only "A path, a host, or a host followed by a path". Assumed: a prefix
 * is compared character by character; a host is compared as a whole, and alone covers all its paths, whatever the match
 * type; host and path are compared in normalized form.
 */
export function selectorOf(spec: Spec): Selector | undefined {
  const { edge_id: edge } = spec;
  const space = typeof edge === 'string' ? matchSpace(spec) : undefined;
  return space === undefined || typeof edge !== 'string' ? undefined : { edge, ...space };
}

export function matchSpace({ match_type: type, match }: Spec): MatchSpace | undefined {
  if (typeof match !== 'string' || match.trim() === '') return undefined;
  if (type !== 'exact_path' && type !== 'path_prefix') return undefined;
  const parts = splitMatch(match);
  const host = parts.host === '' ? '' : normalHost(parts.host);
  const path = normalPath(parts.path);
  const isExact = type === 'exact_path' && path !== '';
  return {
    host,
    // Every path begins with a slash, so a host alone and the host with `/` cover the same paths.
    pattern: { form: isExact ? 'exact' : 'prefix', text: path === '' ? '/' : path },
    rank: 2 * (host.length + path.length) + (host === '' ? 0 : 1),
  };
}

/** Whether every request that the inner match selects is one that the outer match selects as well. */
export function matchCovers(outer: MatchSpace, inner: MatchSpace): boolean {
  return (outer.host === '' || outer.host === inner.host) && patternCovers(outer.pattern, inner.pattern);
}

/** Paths as text: a trailing star marks a prefix; a star within the path is escaped. */
export function pathText({ form, text }: Pattern): string {
  return `${text.replaceAll('*', '%2A')}${form === 'prefix' ? '*' : ''}`;
}
