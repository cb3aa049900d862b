import { isUnknownValue, type Knowable } from '../../model/traffic/simulation.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { headerValue } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import { asText, fromJson } from '../scope-values.ts';
import { errorStatus, filled, textList, type EffectInput, type TrafficEffect } from './effect.ts';

export function tokenEffect({ config, type, action }: ProgramAction, input: EffectInput): TrafficEffect {
  const { facts, request, decide } = input;
  const { jwt } = facts.given;
  const http = isJsonMap(config['http']) ? config['http'] : {};
  const tokens = jsonItems(http['tokens']).filter(isJsonMap);
  const isThere = (token: JsonObject): boolean => {
    const name = filled(token['name'] ?? '', input);
    if (isUnknownValue(name)) return true;
    if (token['method'] === 'body') return request.body !== '';
    const value = headerValue(request.headers, name);
    return isUnknownValue(value) || value?.startsWith(asText(token['prefix'] ?? '')) === true;
  };
  if (jwt === undefined && tokens.some((token) => !isThere(token)))
    return { does: 'refused', status: action?.refusal ?? 401 };
  const isValid =
    jwt === undefined
      ? decide({ why: 'not-given', of: type, give: 'given.jwt' }, type)
      : jwt.valid !== false &&
        isAllowed(config['issuer'], jwt.claims?.['iss'], input) &&
        isAllowed(config['audience'], jwt.claims?.['aud'], input);
  if (!isValid) return { does: 'refused', status: errorStatus(facts, type) };
  const part = (value: Readonly<Record<string, Json>> | undefined, give: string): Knowable<unknown> =>
    value === undefined ? { unknown: { why: 'not-given', of: type, give } } : fromJson(value);
  const payload = part(jwt?.claims, 'given.jwt.claims');
  if (isUnknownValue(payload)) return { does: 'passed', results: { tokens: payload } };
  const header = part(jwt?.header, 'given.jwt.header');
  const token = new Map([
    ['payload', payload],
    ...(isUnknownValue(header) ? [] : [['header', header] as const]),
  ] as const);
  return { does: 'passed', results: { tokens: tokens.map(() => token) } };
}

/** Whether a claim is in the list of a setting, as far as both are known. */
function isAllowed(setting: Json | undefined, claim: Json | undefined, input: EffectInput): boolean {
  if (!isJsonMap(setting) || claim === undefined) return true;
  const claims = Array.isArray(claim) ? textList(claim) : [claim];
  return jsonItems(setting['allow_list']).some((item) => {
    const value = isJsonMap(item) ? filled(item['value'] ?? '', input) : '';
    return isUnknownValue(value) || claims.includes(value);
  });
}
