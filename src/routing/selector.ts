import { normalPath, splitMatch } from '../derive/forms/normal-match.ts';
import { schemeOf } from '../derive/forms/endpoint-url.ts';
import type { Spec } from '../model/value.ts';
import { hiddenCharacter } from '../text/hidden-characters.ts';
import { rememberLast } from '../text/remember-last.ts';
import { type Pattern, patternCovers } from './text-pattern.ts';
import { isHostLike, normalHost } from '../derive/forms/host-name.ts';

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

/**
 * Checks route selectors: "a path, a host, or a host followed by a path", compared exactly or as a prefix. Other
 * notations (a URL, a glob, a regular expression) are taken literally by the service and match no request. Only one
 * mistake per selector is reported: the first in this order.
 */
export type MatchMistake = 'empty' | 'scheme' | 'pattern' | 'query' | 'shape' | 'host' | 'path';

export const matchMistake = rememberLast((match: string): MatchMistake | undefined => {
  // Hidden characters are reported by a rule of their own.
  if (hiddenCharacter(match) !== undefined) return undefined;
  if (match.trim() === '') return 'empty';
  if (schemeOf(match) !== undefined) return 'scheme';
  if (/^\[[\dA-Fa-f:.]*\]/.test(match)) return 'host';
  if (patternIn(match) !== undefined) return 'pattern';
  if (/[?#]/.test(match)) return 'query';
  const { host, path } = splitMatch(match);
  if (host !== '' && !isHostLike(host)) return 'shape';
  if (path === '' && isSingleWord(host)) return 'shape';
  if (host !== '' && host !== normalHost(host)) return 'host';
  if (host !== '' && !hostForm.test(host)) return 'host';
  return path === normalPath(path) ? undefined : 'path';
});

/** A host without a dot is more likely a path without its `/`; only `localhost` is common. */
function isSingleWord(host: string): boolean {
  return host !== '' && !/[.:]/.test(host) && host.toLowerCase() !== 'localhost';
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostForm = new RegExp(`^${label}(?:\\.${label})*$`);

/** The first part that has a meaning only in a pattern language. */
export function patternIn(match: string): { readonly start: number; readonly end: number } | undefined {
  const found = /\*+|\{[^{}]*\}|\/:[A-Za-z_]\w*|^\^|\$$|\(\?|\.\*|\[[^\][]*\]/.exec(match);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}
