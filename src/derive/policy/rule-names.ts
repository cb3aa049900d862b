import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { isActionInPlace } from './policy-actions.ts';

/** A policy with the name of each rule empty, on which neither a request nor a mistake depends. */
export function withoutRuleNames(policy: JsonObject): JsonObject {
  const phases = Object.entries(policy).map(([phase, rules]) => [
    phase,
    Array.isArray(rules) ? (rules as readonly Json[]).map(withoutName) : rules,
  ]);
  return Object.fromEntries(phases) as JsonObject;
}

function withoutName(rule: Json): Json {
  // Beside an action that stands for a rule, a name is a key with an unknown effect.
  if (!isJsonMap(rule) || typeof rule['name'] !== 'string' || isActionInPlace(rule)) return rule;
  return { ...rule, name: '' };
}
