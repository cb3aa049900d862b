/** Effects that change the headers or the body of a message, or set variables. */
import { isUnknownValue, type Knowable, type Unknown } from '../../model/traffic/unknown.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { type Message, withoutHeader, headerValue, withHeader } from '../messages.ts';
import { replaceMatches } from '../replacements.ts';
import { fromJson } from '../scope-values.ts';
import { Term, termOf } from '../unknown/term.ts';
import {
  filled,
  filledReplacement,
  passed,
  textList,
  type ActionFunction,
  type EffectInput,
  type PolicyVars,
  type TrafficEffect,
} from './effect.ts';

export const appendHeaders: ActionFunction = ({ config }, input) => {
  const added = headersOf(config, input);
  const results = { headers_added: new Map(added.map(([name, value]) => [name, [value]])) };
  return { ...onMessage(input, (message) => addAll(message, added)), results };
};

export const dropHeaders: ActionFunction = ({ config }, input) => {
  const names = textList(config['headers']).map((name) => name.toLowerCase());
  const { headers } = messageOf(input);
  // Whether the result lists names that were not there is not documented.
  const removed = names.every((name) => headers.has(name))
    ? names
    : { unknown: { why: 'undocumented', of: 'headers_removed, of a header that is not there' } };
  const changed = onMessage(input, (message) => names.reduce(withoutHeader, message));
  return { ...changed, results: { headers_removed: removed } };
};

export const replaceInBody: ActionFunction = ({ config }, input) => {
  const { body, replacements } = replacedBody(messageOf(input), config, input);
  const changed = onMessage(input, (message) => {
    if (isUnknownValue(body) || !message.headers.has('content-length')) return { ...message, body };
    return withHeader({ ...message, body }, 'content-length', String(Buffer.byteLength(body)), 'set');
  });
  return { ...changed, results: { replacements } };
};

/** Its metadata goes to the log alone, and later expressions can read it. */
export const logEffect: ActionFunction = ({ config }, input) => ({
  does: 'passed',
  results: { metadata: deepValue(config['metadata'] ?? {}, input, new Map()) },
});

export const setVariables: ActionFunction = ({ config }, input) => ({
  does: 'changed',
  vars: variablesOf(config['vars'], input),
});

function messageOf({ phase, request, response }: EffectInput): Message {
  return phase === 'on_http_response' && response !== undefined ? response : request;
}

/** The same change of the request, or of the response in its phase. */
function onMessage(
  { phase, request, response }: EffectInput,
  change: <One extends Message>(message: One) => One,
): Extract<TrafficEffect, { does: 'changed' }> {
  return phase === 'on_http_response' && response !== undefined
    ? { does: 'changed', response: change(response) }
    : { does: 'changed', request: change(request) };
}

export function addAll<One extends Message>(
  message: One,
  headers: Iterable<readonly [string, Knowable<string>]>,
): One {
  let changed = message;
  for (const [name, value] of headers)
    changed = withHeader(changed, name, value, name === 'host' ? 'set' : 'append');
  return changed;
}

export function headersOf(
  config: JsonObject,
  input: EffectInput,
): readonly (readonly [string, Knowable<string>])[] {
  const headers = isJsonMap(config['headers']) ? config['headers'] : {};
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), filled(value, input)]);
}

/**
 * The algorithm that a client accepts most (RFC 9110 12.5.3); unknown if several are equal. Without a list, neither the
 * algorithms nor the conditions are known.
 */
export function compressEffect(algorithms: readonly string[] | undefined, input: EffectInput): TrafficEffect {
  const { request, response, phase } = input;
  if (response === undefined) return passed;
  const encodings = headerValue(response.headers, 'content-encoding');
  const already = encodings !== undefined;
  const result = (negotiated: unknown) => ({ already_compressed: already, negotiated_algorithm: negotiated });
  const nothing = { unknown: { why: 'undocumented', of: 'negotiated_algorithm without one' } } as const;
  if (already) return { does: 'passed', results: result(nothing) };
  const accepted = headerValue(request.headers, 'accept-encoding');
  const unknown: Unknown = { why: 'undocumented', of: 'content-encoding' };
  if (isUnknownValue(accepted) && !input.decide(accepted.unknown, `${phase} accept-encoding`))
    return { does: 'passed', results: result(nothing) };
  const usable = typeof accepted === 'string' ? acceptedOf(accepted, algorithms) : [];
  if (typeof accepted !== 'object' && usable.length === 0)
    return { does: 'passed', results: result(nothing) };
  const best = Math.max(...usable.map(({ weight }) => weight));
  const [first, second] = usable.filter(({ weight }) => weight === best);
  const isKnown = algorithms !== undefined && second === undefined && first !== undefined;
  const encoding = isKnown ? first.name : { unknown };
  // A module compresses under conditions that are not documented.
  if (algorithms === undefined && !input.decide(unknown, 'whether a response is compressed')) return passed;
  const encoded = addAll(withoutHeader(response, 'content-length'), [
    ['content-encoding', encoding],
    ['vary', algorithms === undefined ? { unknown } : 'Accept-Encoding'],
  ]);
  const isEmpty = response.body === '';
  return {
    does: 'changed',
    response: {
      ...encoded,
      body: isEmpty ? '' : compressed(response.body, input),
    },
    results: result(encoding),
  };
}

/**
 * How the service compresses is not documented; the same body stays the same. The text of an observed response stays:
 * it is compressed where it is passed on.
 */
function compressed(body: Knowable<string>, { ask, facts }: EffectInput): Knowable<string> {
  if (facts.observed !== undefined) return body;
  if (ask === undefined) return { unknown: { why: 'undocumented', of: 'compressed body' } };
  return new Term(ask, 'compressed', { args: [isUnknownValue(body) ? termOf(body.unknown) : body] });
}

/** The algorithms of a list that a client accepts, with their weights; `*` stands for all that it does not name. */
function acceptedOf(
  accepted: string,
  algorithms: readonly string[] | undefined,
): readonly { readonly name: string; readonly weight: number }[] {
  const weights = new Map(accepted.split(',').map(weightOf));
  const any = weights.get('*');
  const named = [...weights.keys()].filter((name) => name !== '*' && name !== 'identity' && name !== '');
  return (algorithms ?? [...new Set([...named, ...(any === undefined ? [] : ['*'])])])
    .map((name) => ({ name, weight: weights.get(name) ?? any ?? 0 }))
    .filter(({ weight }) => weight > 0);
}

/** A name and its weight; a weight that is not a number from 0 to 1 is none, so that the algorithm is not taken. */
function weightOf(part: string): readonly [string, number] {
  const [name = '', ...parameters] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const [, weight] =
    parameters.map((parameter) => /^q=(.*)$/.exec(parameter)).find((found) => found !== null) ?? [];
  if (weight === undefined) return [name, 1];
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}

/** The body after all replacements, and of each that matched the first match. */
function replacedBody(
  { body: before }: Message,
  config: JsonObject,
  input: EffectInput,
): { readonly body: Knowable<string>; readonly replacements: unknown } {
  let body = before;
  const replacements: unknown[] = [];
  for (const [index, replacement] of jsonItems(config['replacements']).filter(isJsonMap).entries()) {
    // A new unknown value: that the body is replaced is seen even where it is not read.
    if (isUnknownValue(body)) return { body: { unknown: body.unknown }, replacements: { ...body } };
    const [from, to] = [
      filled(replacement['from'] ?? '', input),
      filledReplacement(replacement['to'] ?? '', input),
    ];
    const replaced = isUnknownValue(from) ? from : isUnknownValue(to) ? to : replaceMatches(body, from, to);
    body = isUnknownValue(replaced) ? replaced : replaced.text;
    const [first] = isUnknownValue(replaced) ? [] : replaced.groups;
    if (first !== undefined)
      replacements.push(
        new Map<string, unknown>([
          ['replacement_index', BigInt(index)],
          ['matched_content', first],
        ]),
      );
  }
  return { body, replacements: isUnknownValue(body) ? body : replacements };
}

/** Later variables see those before them. */
function variablesOf(vars: Json | undefined, input: EffectInput): PolicyVars {
  const made = new Map<string, Knowable<unknown>>();
  for (const item of jsonItems(vars)) {
    if (!isJsonMap(item)) continue;
    for (const [name, value] of Object.entries(item)) made.set(name, deepValue(value, input, made));
  }
  return made;
}

function deepValue(value: Json, input: EffectInput, made: PolicyVars): Knowable<unknown> {
  if (typeof value === 'string') return input.value(value, made);
  if (Array.isArray(value)) {
    const items = jsonItems(value).map((item) => deepValue(item, input, made));
    return items.find(isUnknownValue) ?? items;
  }
  if (!isJsonMap(value)) return fromJson(value);
  const entries = Object.entries(value).map(([key, item]) => [key, deepValue(item, input, made)] as const);
  return entries.map(([, item]) => item).find(isUnknownValue) ?? new Map(entries);
}
