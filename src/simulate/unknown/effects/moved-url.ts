import type { JsonObject } from '../../../model/value.ts';
import { type EffectInput, filled, filledReplacement } from '../../effects/effect.ts';
import { type Knowable, isUnknownValue } from '../../../model/traffic/unknown.ts';
import { knownOrTerm, askOf, isTrue, keyOfKnowable, variable } from './questions.ts';
import { callTerm } from '../term-operations.ts';
import { sentUrl } from '../open-scope.ts';
import { Term, type Atom, termOf } from '../term.ts';
import { newUrl } from '../../new-url.ts';
import { urlParts } from '../../../routing/request-url.ts';
import { emptyConjunction, branchesOf, decided } from '../theory.ts';
import { areEqual } from '../../cel/cel-operators.ts';

/** The URL after a redirect or a rewrite; undefined if its pattern does not match. */
export function movedUrl(config: JsonObject, input: EffectInput): Knowable<string> | undefined {
  const url = knownOrTerm(input.request.url);
  const from = config['from'] === undefined ? undefined : knownOrTerm(filled(config['from'], input));
  if (from === undefined) {
    const to = filled(config['to'] ?? '', input);
    return isUnknownValue(to) || !to.startsWith('/')
      ? to
      : callTerm('absolute', [sentUrl(askOf(input)), to], 'string');
  }
  const to = knownOrTerm(filledReplacement(config['to'] ?? '', input));
  if (![url, from, to].some((side) => side instanceof Term)) {
    const made = newUrl(config, input.request.url, (value) => filled(value, input));
    if (isUnknownValue(made)) return { unknown: made.unknown };
    return made.url === url ? undefined : made.url;
  }
  const isMatch =
    typeof from === 'string' && url instanceof Term
      ? isUrlMatched(url, from, input)
      : isTrue(input, 'matches', [url, from]);
  return isMatch ? callTerm('replaced', [url, from, to], 'string') : undefined;
}

/** Whether a redirect leads to the URL that the client asks for: then it is none. */
export function isAskedFor(url: Knowable<string>, input: EffectInput): boolean {
  if (isUnknownValue(url)) return termOf(url.unknown)?.key === keyOfKnowable(input.request.url);
  const [ownUrl, target] = [urlParts(input.facts.url), urlParts(url)];
  if (target.authority !== ownUrl.authority || target.scheme !== ownUrl.scheme || isUnknownUrl(input))
    return false;
  const isVariable = (name: string, value: string): boolean =>
    areEqual(variable(input, name, 'string'), value);
  return isVariable('req.url.path', target.path) && isVariable('req.url.query', target.query);
}

/**
 * Whether a pattern matches the URL, of which the scheme is known as long as it is the one that the client asks for.
 */
function isUrlMatched(url: Term, text: string, input: EffectInput): boolean {
  const atom: Atom = { is: 'matching', of: url, text };
  const { scheme } = urlParts(input.facts.url);
  const start: Atom = { is: 'starting', of: url, text: `${scheme}://` };
  const known = isUnknownUrl(input) ? emptyConjunction : branchesOf(emptyConjunction, start).yes;
  return decided(known ?? emptyConjunction, atom) ?? askOf(input)(atom);
}

/** Whether the URL is no longer the one that the client sent. */
function isUnknownUrl(input: EffectInput): boolean {
  return keyOfKnowable(input.request.url) !== sentUrl(askOf(input)).key;
}
