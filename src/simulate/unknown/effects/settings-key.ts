import type { ProgramAction } from '../../policy-program.ts';
import type { JsonObject, Json } from '../../../model/value.ts';
import { type EffectInput, filled } from '../../effects/effect.ts';
import { keyOfKnowable } from './questions.ts';
import { jsonItems, isJsonMap } from '../../../text/json/json-access.ts';

/** Settings as text, with their templates filled in: the same for the same, in whatever order they are written. */
export function settingsKey(value: Json | undefined, input: EffectInput): string {
  if (typeof value === 'string') return keyOfKnowable(filled(value, input));
  if (Array.isArray(value))
    return `[${jsonItems(value)
      .map((item) => settingsKey(item, input))
      .join(', ')}]`;
  if (value === undefined) return 'nothing';
  if (!isJsonMap(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, item]) => `${name}: ${settingsKey(item, input)}`);
  return `{${entries.sort().join(', ')}}`;
}

/** The settings of an action that differ from their defaults, but for those that are named. */
export function settingsOf({ action, config }: ProgramAction, ...names: readonly string[]): JsonObject {
  const isUsual = ([name, value]: readonly [string, Json]): boolean => {
    const setting = action?.settings[name];
    return setting?.default !== undefined && JSON.stringify(setting.default) === JSON.stringify(value);
  };
  const others = Object.entries(configWithout(config, ...names)).filter((entry) => !isUsual(entry));
  return Object.fromEntries(others);
}

/** The settings but for those that are named. */
export function configWithout(config: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));
}
