import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { PolicyScope } from './policy-mistake.ts';
import type { Path } from '../../model/value.ts';
import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json } from '../../model/value.ts';

export type JsonMap = Readonly<Record<string, Json>>;

/** Whether a value counts as given: null is absent. */
export function hasValue(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

/** The type of a value in words. */
export function valueWords(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonMap(value)) return 'a mapping';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a string';
  return typeof value === 'boolean' ? 'a boolean' : 'a number';
}

/** The type of a setting in words. */
export function settingWords(setting: Setting): string {
  switch (setting.type) {
    case 'string':
      return 'a string';
    case 'boolean':
      return 'a boolean (`true` or `false`)';
    case 'int64':
      return 'an integer';
    case 'float64':
      return 'a number';
    case 'duration':
      return 'a duration such as `30s`';
    case 'list':
      return 'a list';
    case 'map':
    case 'object':
      return 'a mapping';
    case 'any':
      return 'a value';
  }
}

export function settingNamed(settings: SettingMap, name: string): Setting | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}

/** A setting with its place, and what it belongs to. */
export interface SettingPlace {
  readonly scope: PolicyScope;
  readonly action: TrafficAction;
  readonly inside: Path;
  /** In words: `` `rate` ``, or `an item of `allow``. */
  readonly what: string;
}

export function rangeWords(min: number | string | undefined, max: number | string | undefined): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
}

export function eitherOf(values: readonly (string | number)[]): string {
  const words = values.map((one) => `\`${one}\``);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

export function listedSettings(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => `\`${name}\``);
  return names.length > 8 ? `${shown.join(', ')} and others` : shown.join(', ');
}
