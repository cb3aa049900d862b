/** Effects that change the headers or the body of a message, or set variables. */
import { isUnknownValue, type Knowable } from '../../model/traffic/simulation.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { headerValue, withHeader, withoutHeader, type Message } from '../messages.ts';
import { replaceMatches } from '../replacements.ts';
import { fromJson } from '../scope-values.ts';
import {
  filled,
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

export const dropHeaders: ActionFunction = ({ config }, input) =>
  onMessage(input, (message) => textList(config['headers']).reduce(withoutHeader, message));

export const replaceInBody: ActionFunction = ({ config }, input) =>
  onMessage(input, (message) => replaceBody(message, config, input));

export const setVariables: ActionFunction = ({ config }, input) => ({
  does: 'changed',
  vars: variablesOf(config['vars'], input),
});

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

/** The algorithm that a client accepts most; unknown if several are equal. Without a list, neither the algorithms nor the conditions are known. */
export function compressEffect(
  algorithms: readonly string[] | undefined,
  { request, response }: EffectInput,
): TrafficEffect {
  if (response === undefined || response.headers.has('content-encoding')) return passed;
  const accepted = headerValue(request.headers, 'accept-encoding');
  if (accepted === undefined) return passed;
  const unknown = { unknown: { why: 'undocumented', of: 'content-encoding' } } as const;
  const weights = isUnknownValue(accepted) ? [] : accepted.split(',').map(weightOf);
  const usable = weights.filter(
    ({ name, weight }) => weight > 0 && name !== 'identity' && (algorithms?.includes(name) ?? true),
  );
  if (usable.length === 0) return passed;
  const best = Math.max(...usable.map(({ weight }) => weight));
  const [first, second] = usable.filter(({ weight }) => weight === best);
  const isKnown = algorithms !== undefined && second === undefined;
  const encoding = isKnown ? (first?.name ?? unknown) : unknown;
  const encoded = addAll(withoutHeader(response, 'content-length'), [
    ['content-encoding', encoding],
    ['vary', algorithms === undefined ? unknown : 'Accept-Encoding'],
  ]);
  return {
    does: 'changed',
    response: { ...encoded, body: { unknown: { why: 'undocumented', of: 'compressed body' } } },
  };
}

function weightOf(part: string): { readonly name: string; readonly weight: number } {
  const [name = '', ...parameters] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const weight = parameters.find((one) => one.startsWith('q='));
  return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}

function replaceBody<One extends Message>(message: One, config: JsonObject, input: EffectInput): One {
  let { body } = message;
  for (const one of jsonItems(config['replacements']).filter(isJsonMap)) {
    if (isUnknownValue(body)) break;
    const [from, to] = [filled(one['from'] ?? '', input), filled(one['to'] ?? '', input)];
    const replaced = isUnknownValue(from) ? from : isUnknownValue(to) ? to : replaceMatches(body, from, to);
    body = isUnknownValue(replaced) ? replaced : replaced.text;
  }
  const length = isUnknownValue(body) ? undefined : String(Buffer.byteLength(body));
  const changed = { ...message, body };
  return length === undefined || !message.headers.has('content-length')
    ? changed
    : withHeader(changed, 'content-length', length, 'set');
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
