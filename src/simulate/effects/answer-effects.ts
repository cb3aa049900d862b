/** Effects that answer a request, or move it to another URL. */
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import type { JsonObject } from '../../model/value.ts';
import { type ResponseMessage, withHeader } from '../messages.ts';
import { newUrl } from '../new-url.ts';
import type { ProgramAction } from '../policy-program.ts';
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
  const made = newUrl(config, input.request.url, (value) => filled(value, input));
  if (isUnknownValue(made))
    return {
      does: 'changed',
      request: { ...input.request, url: made },
      results: { matches: made, url: made },
    };
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
  const made = newUrl(config, input.request.url, (value) => filled(value, input));
  if (isUnknownValue(made)) {
    // Without a match, nothing is redirected.
    const isMoved = config['from'] === undefined || input.decide(made.unknown, 'a redirect');
    if (!isMoved) return passed;
    return { does: 'responded', response: redirection(config, made, input), isUnclear: true };
  }
  const results = { matches: made.groups, url: made.url };
  if (made.url === input.request.url) return { does: 'passed', results };
  return {
    does: 'responded',
    isUnclear: true,
    // Values of expressions are escaped in the documentation's example.
    response: redirection(config, escaped(made.url), input),
    results,
  };
}

function escaped(url: string): string {
  return url.replaceAll(/[^!-~]+/g, (part) => encodeURIComponent(Buffer.from(part).toString()));
}

function redirection(config: JsonObject, location: Knowable<string>, input: EffectInput): ResponseMessage {
  const response = {
    status: numberIn(config['status_code']) ?? 302,
    headers: new Map([['location', [location]]]),
    body: '',
  };
  return addAll(response, headersOf(config, input));
}
