import type { DurationSetting, NumberSetting, Setting } from '../../kinds/policy/setting.ts';
import {
  rangeWords,
  settingTypes,
  severityOfFact,
  valueWords,
  type SettingMistake,
  type SettingPlace,
  writing,
} from './policy-check.ts';
import { secondsOf } from '../../text/durations.ts';
import { inlineYaml } from '../../edit/printed.ts';
import { pairsHint } from '../shape/guess/guessed-shape.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json } from '../../model/value.ts';
import { quoted } from '../../text/quoted.ts';
import { orList } from '../../text/words/list-words.ts';

export function reportType(value: Json, setting: Setting, { scope, inside, what }: SettingPlace): void {
  const number = typeof value === 'number' && setting.type === 'string' ? String(value) : undefined;
  const values = setting.type === 'string' ? setting.values : undefined;
  const isKnown = number !== undefined && values?.includes(number) === true;
  const quotable = isKnown || values === undefined ? number : undefined;
  const shape = holdsSecrets(setting) ? undefined : (quotable ?? inShape(value, setting));
  const help =
    shape === undefined
      ? number !== undefined && values !== undefined
        ? `choose ${orList(values)}`
        : meantShape(value, setting, String(inside.at(-1)))
      : `write \`${inlineYaml(shape)}\``;
  scope.check.report({
    rule: 'traffic-policy-setting-value',
    inside,
    message: `${what} must be ${settingTypes[setting.type]}, not ${valueWords(value)}`,
    help,
    ...(shape === undefined ? {} : { replace: shape, fixTitle: help }),
    // Pages of the vendor write versions without quotes, so they are accepted.
    ...(isKnown ? ({ severity: 'warn' } as const) : {}),
    code: 2203,
    sensitive: holdsSecrets(setting) ? true : undefined,
  });
}

function holdsSecrets(setting: Setting): boolean {
  if (setting.type === 'list') return holdsSecrets(setting.items);
  return setting.type === 'string' && setting.secret !== undefined;
}

/**
 * A text, or a list of texts, in the mapping or the list of mappings that it stands for: one that has a single setting,
 * or a single one that is required. Undefined of any other.
 */
function inShape(value: Json, setting: Setting): Json | undefined {
  const texts = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const words = typeof value === 'string' ? value.split(/[\s,]+/) : [];
  if (
    setting.type === 'list' &&
    setting.items.type === 'string' &&
    words.length > 1 &&
    words.every(isPlainWord)
  )
    return words;
  const areTexts = texts.every((text) => typeof text === 'string' && text !== '' && !/[\s,]/.test(text));
  if (!areTexts || texts.length === 0) return undefined;
  if (setting.type === 'object') {
    const [name, only] = onlySetting(setting) ?? [];
    if (name !== undefined && only?.type === 'string' && !Array.isArray(value)) return { [name]: value };
    const inner = only?.type === 'list' ? inShape(value, only) : undefined;
    return name === undefined || inner === undefined ? undefined : { [name]: inner };
  }
  if (setting.type !== 'list') return undefined;
  if (setting.items.type === 'string' && !Array.isArray(value)) return texts;
  if (setting.items.type !== 'object') return undefined;
  const [name, only] = onlySetting(setting.items) ?? [];
  return name === undefined || only?.type !== 'string' ? undefined : texts.map((text) => ({ [name]: text }));
}

function onlySetting({
  fields,
}: Extract<Setting, { type: 'object' }>): readonly [string, Setting] | undefined {
  const [only, ...others] = Object.entries(fields);
  return others.length === 0 ? only : undefined;
}

/** Help for a list in place of a map, or for one value or a map in place of a list. */
function meantShape(value: Json, setting: Setting, name: string): string | undefined {
  if (setting.type === 'map') return pairsHint(name, value)?.help;
  if (setting.type !== 'list') return undefined;
  if (!holdsSecrets(setting)) return listWords(value);
  const { items } = setting;
  const isPairs = items.type === 'string' && items.form === 'credentials' && isJsonMap(value);
  return isPairs ? pairsOfUsers : ownLine;
}

const pairsOfUsers = 'write a list with one `user:password` for each user, such as `- user:$(secret:NAME)`';

const ownLine = 'write it on a line of its own, with `- ` before it';

function isPlainWord(word: string): boolean {
  return /^[\w./-]+$/.test(word);
}

/** Help for a value that is not a list: the list of it. */
export function listWords(value: Json): string | undefined {
  if (isJsonMap(value)) return 'write `- ` before its first key, and indent the others alike';
  if (typeof value !== 'string' || value.length > 60 || /[\n`]/.test(value)) return ownLine;
  const words = value.split(/[\s,]+/);
  const isPlain = words.every(isPlainWord);
  return `write \`[${isPlain ? words.join(', ') : JSON.stringify(value)}]\``;
}

export function reportValue({ scope, inside }: SettingPlace, mistake: SettingMistake): void {
  scope.check.report({ rule: 'traffic-policy-setting-value', inside, ...mistake });
}

export function checkNumber(value: Json, setting: NumberSetting, place: SettingPlace): void {
  const { type, min, max, usual, values, code, certainty } = setting;
  if (typeof value !== 'number' || (type === 'int64' && !Number.isInteger(value))) {
    const [, digits, thousands] =
      typeof value === 'string' ? (/^(-?\d+(?:\.\d+)?)(k?)$/i.exec(value) ?? []) : [];
    const meant = thousands === '' ? Number(digits) : Number(digits) * 1000;
    const not = typeof value === 'number' ? `\`${value}\`` : valueWords(value);
    reportValue(place, {
      message: `${place.what} must be ${settingTypes[setting.type]}, not ${not}`,
      ...(digits === undefined ? {} : writing(meant)),
      code: 2203,
    });
    return;
  }
  if (values !== undefined && !values.includes(value))
    reportValue(place, {
      message: `${place.what} is \`${value}\`; it must be ${orList(values)}`,
      code: code ?? 2222,
    });
  const isOutside = (range: { min?: number | undefined; max?: number | undefined }): boolean =>
    value < (range.min ?? -Infinity) || value > (range.max ?? Infinity);
  if (isOutside({ min, max }))
    reportValue(place, {
      message: `${place.what} is \`${value}\`; it must be ${rangeWords(min, max)}`,
      ...(setting.unit === 'fraction' && value > 1 && value <= 100
        ? { ...writing(value / 100), help: `write \`${value / 100}\` for ${value} %` }
        : {}),
      code: code ?? 2215,
      ...severityOfFact(certainty),
    });
  else if (usual !== undefined && isOutside(usual))
    reportValue(place, {
      message: `${place.what} is \`${value}\`; it should be ${rangeWords(usual.min, usual.max)}`,
      severity: 'warn',
    });
}

export function checkDuration(value: Json, setting: DurationSetting, place: SettingPlace): void {
  const { min, max, multipleOf, code } = setting;
  if (typeof value === 'number') {
    // Tools of the service write nanoseconds so; that they are accepted in files is not documented.
    const meant = value >= 1e6 ? `${value / 1e9}s` : `${value}s`;
    reportValue(place, {
      message: `${place.what} is \`${value}\`, a number without a unit`,
      ...writing(meant),
      severity: 'warn',
    });
    return;
  }
  if (typeof value !== 'string') {
    reportType(value, setting, place);
    return;
  }
  if (value.includes('$(')) return;
  const seconds = secondsOf(value);
  if (seconds === undefined) {
    const meant = durationMeant(value);
    reportValue(place, {
      message: `${place.what} is ${quoted(value)}, which is not a duration`,
      ...(meant === undefined
        ? { help: 'write a number with a unit, such as `90s` or `1h30m`' }
        : writing(meant)),
      code: 2203,
    });
    return;
  }
  const [low, high] = [min, max].map((bound) => (bound === undefined ? undefined : secondsOf(bound)));
  if (seconds < (low ?? 0) || seconds > (high ?? Infinity))
    reportValue(place, {
      message: `${place.what} is \`${value}\`; it must be ${rangeWords(min, max)}`,
      code: code ?? 2225,
    });
  else if (multipleOf !== undefined && seconds % (secondsOf(multipleOf) ?? 1) !== 0)
    reportValue(place, {
      message: `${place.what} is \`${value}\`; it must be a multiple of ${multipleOf}`,
      code: code ?? 2215,
    });
}

/** The probable meaning of a duration in words: `60s` of `1 minute`. */
export function durationMeant(text: string): string | undefined {
  const [, count, word = ''] = /^\s*(\d+)\s*([a-z]+)\s*$/i.exec(text) ?? [];
  const letter = /^(?:s|m|h)/i.exec(word)?.[0].toLowerCase();
  const isDay = /^d/i.test(word);
  if (count === undefined || (letter === undefined && !isDay)) return undefined;
  return isDay ? `${Number(count) * 24}h` : `${count}${letter ?? ''}`;
}
