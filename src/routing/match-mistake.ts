import { schemeOf } from '../derive/forms/endpoint-url.ts';
import { isHostLike, normalHost } from '../derive/forms/host.ts';
import { normalPath, splitMatch } from '../derive/forms/normal-match.ts';
import { hiddenCharacter } from '../text/hidden-characters.ts';
import { rememberLast } from '../text/remember-last.ts';

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
