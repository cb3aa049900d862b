/** Limits, whose counts only the service knows. */
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import type { ProgramAction } from '../policy-program.ts';
import { asText } from '../scope-values.ts';
import { isEnforced, textList, type ActionFunction, type EffectInput } from './effect.ts';

/** Counts requests by the values of expressions; of a request that lacks one, nothing is documented. */
export const countEffect: ActionFunction = (action, input) => {
  const keys = textList(action.config['bucket_key']).map((key) => keyValue(key, input));
  const missing = keys.find(isUnknownValue);
  const isLimited =
    missing === undefined
      ? isExceeded(action, keys, input)
      : input.decide(
          { why: 'undocumented', of: `${action.type} without a value of its key: ${missing.unknown.of}` },
          'the key of a limit',
        );
  if (isLimited && isEnforced(action)) {
    const after = { unknown: { why: 'undocumented', of: 'retry-after' } } as const;
    return { does: 'refused', status: action.action?.refusal ?? 429, headers: { 'retry-after': after } };
  }
  // How several values are joined is not documented.
  const [only, ...more] = keys;
  const key = more.length === 0 ? only : undefined;
  const results = {
    limited: isLimited,
    bucket_key: key ?? { unknown: { why: 'undocumented', of: 'the joined keys of a limit' } },
  } as const;
  return { does: 'passed', results };
};

/** A test says it of all limits; otherwise the requests that were observed are counted. */
function isExceeded(
  { config }: ProgramAction,
  keys: readonly Knowable<string>[],
  { facts: { given, observed }, at }: EffectInput,
): boolean {
  if (given.rate_limit !== undefined || observed === undefined) return given.rate_limit === 'exceeded';
  return observed.isLimited({ at, settings: config, key: JSON.stringify(keys) });
}

/** Whether a circuit breaker with these settings refuses requests. */
export function isBroken(
  settings: Readonly<Record<string, unknown>>,
  { facts: { given, observed }, at }: EffectInput,
): boolean {
  if (given.circuit_breaker !== undefined || observed === undefined) return given.circuit_breaker === 'open';
  return observed.isOpen({ at, settings });
}

/** The value of a key as text. An expression that fails, or an empty text, counts as missing. */
function keyValue(key: string, { evaluate }: EffectInput): Knowable<string> {
  const value = evaluate(key);
  if (isUnknownValue(value)) return value;
  const text = asText(value);
  return text === '' ? { unknown: { why: 'undocumented', of: `${key} is empty` } } : text;
}
