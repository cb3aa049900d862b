import type { Setting, SettingForm, SettingMap, StricterChange } from '../../kinds/policy/setting.ts';
import type { Fact } from '../explain/explanation.ts';
import { codeList } from '../../text/words/list-words.ts';
import type { Certainty } from '../../kinds/policy/certainty.ts';

/** All facts of the table on a setting of a policy action, in the order of a reader's questions. */
export function settingFacts(setting: Setting): readonly Fact[] {
  const { required, secret, stricter, phases, deprecated, certainty } = setting;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['type', settingType(setting)],
    ['known values', knownValues(setting)],
    ['limits', settingLimits(setting)],
    [
      'required',
      required === undefined
        ? undefined
        : required === true
          ? 'yes'
          : 'by the reference; it is accepted without',
    ],
    ['default', setting.default === undefined ? undefined : `\`${String(setting.default)}\``],
    ['expressions', expressions(setting)],
    ['secret', secret === undefined ? undefined : secretWords[String(secret) as 'true' | 'after-colon']],
    ['phases', phases === undefined ? undefined : `only ${codeList(phases)}`],
    ['gate', stricter === undefined ? undefined : stricterWords[stricter]],
    ['deprecated', deprecated],
    ['known', certainty === undefined ? undefined : certaintyWords[certainty]],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text }]));
}

/** The setting at a path below others. Items of lists and values of mappings have the path of their holder. */
export function settingBelow(settings: SettingMap, [name, ...rest]: readonly string[]): Setting | undefined {
  const setting = name !== undefined && Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (setting === undefined || rest.length === 0) return setting;
  return settingBelow(membersOfSetting(setting), rest);
}

/** The settings inside a setting, also if it is a list or mapping of them. */
export function membersOfSetting(setting: Setting): SettingMap {
  switch (setting.type) {
    case 'object':
      return setting.fields;
    case 'list':
      return membersOfSetting(setting.items);
    case 'map':
      return membersOfSetting(setting.values);
    case 'any':
    case 'boolean':
    case 'duration':
    case 'float64':
    case 'int64':
    case 'string':
      return {};
  }
}

/** One of a type, and several: of a list and a mapping up to what they hold. */
const typeWords: Readonly<Record<Setting['type'], readonly [one: string, several: string]>> = {
  string: ['a string', 'strings'],
  boolean: ['a boolean', 'booleans'],
  int64: ['a whole number', 'whole numbers'],
  float64: ['a number', 'numbers'],
  duration: ['a duration, such as `90s` or `1h30m`', 'durations'],
  list: ['a list of', 'lists'],
  map: ['a mapping of names to', 'mappings'],
  object: ['a mapping', 'mappings'],
  any: ['any value', 'any values'],
};

/** The type of a setting in words: "a list of strings", "one of `halt`, `continue`". */
export function settingType(setting: Setting): string {
  const [word] = typeWords[setting.type];
  if (setting.type === 'list') return `${word} ${pluralType(setting.items)}`;
  if (setting.type === 'map') return `${word} ${pluralType(setting.values)}`;
  const values = 'values' in setting ? setting.values : undefined;
  return values === undefined ? word + form(setting, ': ') : `one of ${codeList(values.map(String))}`;
}

function pluralType(setting: Setting): string {
  return typeWords[setting.type][1] + form(setting, ', each ');
}

function form(setting: Setting, before: string): string {
  return setting.type === 'string' && setting.form !== undefined ? before + formWords[setting.form] : '';
}

function knownValues(setting: Setting): string | undefined {
  const of = setting.type === 'list' ? setting.items : setting;
  if (of.type !== 'string') return undefined;
  if (of !== setting && of.values !== undefined) return codeList(of.values);
  return of.knownValues && `${codeList(of.knownValues)}; another one is a warning`;
}

/** For example "from 1 to 65536", "at least 1 item". */
export function settingLimits(setting: Setting): string | undefined {
  switch (setting.type) {
    case 'string': {
      const range = rangeInWords(setting.minLength, setting.maxLength);
      return range && `${range} characters${setting.form === 'credentials' ? ' of the password' : ''}`;
    }
    case 'int64':
    case 'float64': {
      const range = rangeInWords(setting.min, setting.max);
      return range && `${range}${setting.unit === undefined ? '' : ` (${setting.unit})`}`;
    }
    case 'duration': {
      const range = rangeInWords(setting.min, setting.max);
      const steps = setting.multipleOf && `a multiple of ${setting.multipleOf}`;
      return range === undefined ? steps : [range, ...(steps === undefined ? [] : [steps])].join(', ');
    }
    case 'list':
    case 'map': {
      const range = rangeInWords(setting.min, setting.max);
      const entryWord = (setting.max ?? setting.min) === 1 ? 'entry' : 'entries';
      const unique = 'isUnique' in setting ? 'each once' : undefined;
      return range === undefined
        ? unique
        : [`${range} ${entryWord}`, ...(unique === undefined ? [] : [unique])].join(', ');
    }
    case 'any':
    case 'boolean':
    case 'object':
      return undefined;
  }
}

function rangeInWords(
  min: number | string | undefined,
  max: number | string | undefined,
): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return min === max ? `exactly ${min}` : `from ${min} to ${max}`;
}

function expressions(setting: Setting): string | undefined {
  const of = setting.type === 'list' ? setting.items : setting.type === 'map' ? setting.values : setting;
  if (!('expressions' in of)) return undefined;
  return of.expressions === 'whole' ? 'the text is an expression' : '`${…}` inside the text is evaluated';
}

const secretWords = {
  true: 'yes: write `$(secret:NAME)`; the value is never shown',
  'after-colon': 'what follows the first colon: write `$(secret:NAME)` there; the value is never shown',
} as const;

const certaintyWords: Readonly<Record<Certainty, string | undefined>> = {
  documented: undefined,
  schema: 'from the schema of the service, not from its reference: a mistake is a warning',
  observed: 'from policies in use: a mistake is a warning',
  assumed: 'assumed: a mistake is a warning',
};

/** The changes that the gate objects to. */
const stricterWords: Readonly<Record<StricterChange, string>> = {
  any: 'no change makes the endpoint less protected',
  'allow-list': 'an additional item makes the endpoint less protected',
  'deny-list': 'an item less makes the endpoint less protected',
  exceptions: 'an additional item makes the endpoint less protected',
  'trust-list': 'an additional item makes the endpoint less protected, and so does an empty list',
  'at-most': 'a higher value makes the endpoint less protected',
  'at-least': 'a lower value makes the endpoint less protected',
  opening: '`true` makes the endpoint less protected',
  closing: '`false` makes the endpoint less protected',
  'any-case': 'upper and lower case are the same; any other change may make the endpoint less protected',
  'default-strictest': 'the default is the strictest value',
  ranges: 'more addresses that may pass make the endpoint less protected',
};

const formWords: Readonly<Record<SettingForm, string>> = {
  ca: 'the id of a certificate authority, or a certificate (PEM)',
  certificate: 'a certificate (PEM)',
  cidr: 'a network (CIDR)',
  credentials: '`name:password`',
  domain: 'a domain',
  'header-name': 'the name of a header',
  'header-value': 'the value of a header',
  identifier: 'an identifier',
  'ip-policy-id': 'the id of an IP policy',
  'private-key': 'a private key (PEM)',
  regex: 'a regular expression (RE2)',
  replacement: 'a replacement for a match',
  url: 'a URL',
};
