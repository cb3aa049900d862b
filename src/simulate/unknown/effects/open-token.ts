import type { ProgramAction } from '../../policy-program.ts';
import { type EffectInput, type TrafficEffect, textList, filled } from '../../effects/effect.ts';
import { isJsonMap, jsonItems } from '../../../text/json/json-access.ts';
import { settingsKey, configWithout } from './settings-key.ts';
import { variable, isTrue, askOf, keyOfKnowable, knownOrTerm } from './questions.ts';
import { callTerm } from '../term-operations.ts';
import type { JsonObject, Json } from '../../../model/value.ts';
import { Term } from '../term.ts';
import { asText } from '../../scope-values.ts';
import { isUnknownValue } from '../../../model/traffic/unknown.ts';
import { headerValue } from '../../messages.ts';
import { areEqual } from '../../cel/cel-operators.ts';

export function openToken(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config } = action;
  const refused: TrafficEffect = { does: 'refused', status: action.action?.refusal ?? 401 };
  const http = isJsonMap(config['http']) ? config['http'] : {};
  const jws = isJsonMap(config['jws']) ? config['jws'] : {};
  const keys = isJsonMap(jws['keys']) ? jws['keys'] : {};
  const sources = isJsonMap(keys['sources']) ? keys['sources'] : {};
  const parties = Object.entries(sources).flatMap(([name, source]) =>
    (Array.isArray(source) ? jsonItems(source) : [source]).map(
      (item) => `${name} ${settingsKey(item, input)}`,
    ),
  );
  const others = settingsKey(
    {
      ...configWithout(config, 'http', 'issuer', 'audience'),
      jws: configWithout(jws, 'keys', 'allowed_algorithms'),
    },
    input,
  );
  const tokens: unknown[] = [];
  if (parties.length === 0) parties.push('an unknown key');
  const sought = jsonItems(http['tokens']).filter(isJsonMap);
  for (const item of sought.length === 0 ? [undefined] : sought) {
    const token = item === undefined ? variable(input, 'any token') : soughtToken(item, input);
    if (token === undefined) return refused;
    if (!parties.some((party) => isTrue(input, `verified by ${party} ${others}`, [token]))) return refused;
    const algorithms = textList(jws['allowed_algorithms']);
    if (
      algorithms.length > 0 &&
      !askOf(input)({ is: 'in', of: callTerm('algorithm', [token], 'string'), values: algorithms })
    )
      return refused;
    if (
      !(['issuer', 'audience'] as const).every((part) =>
        isClaimed(callTerm(part, [token], 'string'), config[part], input),
      )
    )
      return refused;
    tokens.push({
      members: {
        payload: callTerm('payload', [token]),
        header: callTerm('header of a token', [token]),
        verified: true,
      },
    });
  }
  return { does: 'passed', results: { tokens } };
}

/** The token of the request; undefined without one. */
function soughtToken(item: JsonObject, input: EffectInput): Term | undefined {
  const kind = `token ${asText(item['type'] ?? '')} ${settingsKey(item['prefix'] ?? '', input)}`;
  const name = filled(item['name'] ?? '', input);
  const method = asText(item['method'] ?? 'header');
  if (method !== 'header' || isUnknownValue(name))
    return variable(input, `${kind} in ${method} ${keyOfKnowable(name)}`);
  const sent = headerValue(input.request.headers, name);
  if (sent === undefined) return undefined;
  const value = knownOrTerm(sent);
  return value instanceof Term ? callTerm(kind, [value]) : variable(input, `${kind} ${String(value)}`);
}

function isClaimed(claim: Term, setting: Json | undefined, input: EffectInput): boolean {
  if (!isJsonMap(setting)) return true;
  const values = jsonItems(setting['allow_list'])
    .filter(isJsonMap)
    .map((item) => knownOrTerm(filled(item['value'] ?? '', input)));
  const known = values.filter((value) => typeof value === 'string');
  return (
    (known.length > 0 && askOf(input)({ is: 'in', of: claim, values: known })) ||
    values.some((value) => value instanceof Term && areEqual(claim, value))
  );
}
