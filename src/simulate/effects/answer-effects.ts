/** Effects that answer a request, or move it to another URL. */
import { isUnknownValue, type Knowable } from '../../model/traffic/simulation.ts';
import type { JsonObject } from '../../model/value.ts';
import { urlParts, withHeader, type ResponseMessage } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import { replaceMatches } from '../replacements.ts';
import {
  filled,
  numberIn,
  passed,
  type ActionFunction,
  type EffectInput,
  type TrafficEffect,
} from './effect.ts';
import { addAll, headersOf } from './message-effects.ts';

export const rewriteEffect: ActionFunction = ({ config }, input) => {
  const made = newUrl(config, input);
  if (isUnknownValue(made)) return passed;
  return {
    does: 'changed',
    request: { ...input.request, url: made.url },
    results: { matches: made.groups, url: made.url },
  };
};

export function respondEffect({ config }: ProgramAction, input: EffectInput): TrafficEffect {
  const body = filled(config['body'] ?? config['content'] ?? '', input);
  const plain: ResponseMessage = { status: numberIn(config['status_code']) ?? 200, headers: new Map(), body };
  const response = addAll(plain, headersOf(config, input));
  const guessed = { unknown: { why: 'undocumented', of: 'content-type' } } as const;
  const isTyped = body === '' || response.headers.has('content-type');
  return {
    does: 'responded',
    response: isTyped ? response : withHeader(response, 'content-type', guessed, 'set'),
  };
}

export function redirectEffect({ config }: ProgramAction, input: EffectInput): TrafficEffect {
  const made = newUrl(config, input);
  if (isUnknownValue(made))
    return { does: 'responded', response: redirection(config, made, input), isUnclear: true };
  if (made.url === input.request.url) return passed;
  return {
    does: 'responded',
    isUnclear: true,
    // Values of expressions are escaped in the documentation's example.
    response: redirection(config, made.url.replaceAll(/[^!-~]+/g, encodeURIComponent), input),
    results: { matches: made.groups, url: made.url },
  };
}

function redirection(config: JsonObject, location: Knowable<string>, input: EffectInput): ResponseMessage {
  const response = {
    status: numberIn(config['status_code']) ?? 302,
    headers: new Map([['location', [location]]]),
    body: '',
  };
  return addAll(response, headersOf(config, input));
}

interface NewUrl {
  readonly url: string;
  readonly groups: readonly string[];
}

/** The URL that a redirect or a rewrite makes. */
function newUrl(config: JsonObject, input: EffectInput): Knowable<NewUrl> {
  const { url } = input.request;
  const [from, to] = [
    config['from'] === undefined ? undefined : filled(config['from'], input),
    filled(config['to'] ?? '', input),
  ];
  if (isUnknownValue(from)) return from;
  if (isUnknownValue(to)) return to;
  if (from === undefined) return { url: absolute(to, url), groups: [] };
  const replaced = replaceMatches(url, from, to);
  if (isUnknownValue(replaced)) return replaced;
  return { url: absolute(replaced.text, url), groups: replaced.groups };
}

/** A relative URL stays on the host of the request. */
function absolute(url: string, base: string): string {
  if (!url.startsWith('/') || url.startsWith('//')) return url;
  const { scheme, authority } = urlParts(base);
  return `${scheme}://${authority}${url}`;
}
