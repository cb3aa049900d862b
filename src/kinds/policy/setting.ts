import type { PhaseName } from './phases.ts';
import type { Certainty } from './certainty.ts';

/** How a string holds expressions: `${…}` inside it, or as a whole. Absent: `${…}` is plain text. */
export type ExpressionUse = 'template' | 'whole';

/**
 * The changes of a value that let no more requests pass. Absent: only an unchanged value does. `allow-list`: fewer
 * items, `deny-list`: more, `exceptions`: fewer items that are not checked, `trust-list`: fewer
 * items that are trusted, where an empty list trusts nothing; `opening`: not newly true, `closing`: not newly false;
 * `default-strictest`: the default; `ranges`: networks, compared as a set.
 */
export type StricterChange =
  | 'any'
  | 'allow-list'
  | 'deny-list'
  | 'exceptions'
  | 'trust-list'
  | 'at-most'
  | 'at-least'
  | 'opening'
  | 'closing'
  | 'any-case'
  | 'default-strictest'
  | 'ranges';

/** The form of a string, if it is checked. */
export type SettingForm =
  | 'ca'
  | 'certificate'
  | 'cidr'
  | 'credentials'
  | 'domain'
  | 'header-name'
  | 'header-value'
  | 'identifier'
  | 'ip-policy-id'
  | 'private-key'
  | 'regex'
  | 'replacement'
  | 'url';

interface SettingCommon {
  /** The description, in our own words. */
  readonly doc: string;
  /** `usual`: documented as required, but accepted without. */
  readonly required?: true | 'usual';
  /** How the setting and its limits are known; `documented` by default. */
  readonly certainty?: Certainty;
  /** Accepted, but no longer documented: what to write instead. */
  readonly deprecated?: string;
  /** Sensitive as a whole, or the part after the first colon. */
  readonly secret?: true | 'after-colon';
  readonly default?: string | number | boolean | readonly string[];
  /** Only in these phases. */
  readonly phases?: readonly PhaseName[];
  /** The error code of a wrong value, if it is not the usual one of the mistake. */
  readonly code?: number;
  readonly stricter?: StricterChange;
}

export interface TextSetting extends SettingCommon {
  readonly type: 'string';
  readonly form?: SettingForm;
  readonly expressions?: ExpressionUse;
  /** The only values. */
  readonly values?: readonly string[];
  /** Known values of a list that grows: another one is a warning. */
  readonly knownValues?: readonly string[];
  /** Values that other names were given for, by that name. */
  readonly otherValues?: Readonly<Record<string, string>>;
  readonly forbidden?: readonly string[];
  /** Limits in characters; of credentials, those of the password. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly isAscii?: true;
  /** Of a URL. */
  readonly schemes?: readonly string[];
  /** Of a URL: the end of its host. */
  readonly hostEnd?: string;
  /** Other scalars are accepted, too. */
  readonly isLoose?: true;
}

export interface BooleanSetting extends SettingCommon {
  readonly type: 'boolean';
}

export interface NumberSetting extends SettingCommon {
  readonly type: 'int64' | 'float64';
  readonly unit?: 'bytes' | 'buckets' | 'fraction' | 'requests' | 'status' | 'tokens';
  /** Inclusive. */
  readonly min?: number;
  /** Inclusive. */
  readonly max?: number;
  /** A narrower range, less certain: outside it is a warning. */
  readonly usual?: { readonly min: number; readonly max: number };
  /** The only values. */
  readonly values?: readonly number[];
}

/** A duration such as `90s` or `1h30m`; its limits are durations, too. */
export interface DurationSetting extends SettingCommon {
  readonly type: 'duration';
  readonly min?: string;
  readonly max?: string;
  readonly multipleOf?: string;
}

export interface ListSetting extends SettingCommon {
  readonly type: 'list';
  readonly items: Setting;
  readonly min?: number;
  readonly max?: number;
  readonly isUnique?: true;
}

/** A mapping of free keys. */
export interface MapSetting extends SettingCommon {
  readonly type: 'map';
  readonly keyForm?: 'header-name' | 'identifier';
  /** Keys whose values are usually secrets. */
  readonly secretKeys?: RegExp;
  readonly values: Setting;
  readonly min?: number;
  readonly max?: number;
}

export interface ObjectSetting extends SettingCommon {
  readonly type: 'object';
  readonly fields: SettingMap;
}

/** Any value; strings in it may have expressions. */
export interface AnySetting extends SettingCommon {
  readonly type: 'any';
  readonly expressions?: ExpressionUse;
}

export type Setting =
  | TextSetting
  | BooleanSetting
  | NumberSetting
  | DurationSetting
  | ListSetting
  | MapSetting
  | ObjectSetting
  | AnySetting;

/** Settings by name, in the order in which they are documented. */
export type SettingMap = Readonly<Record<string, Setting>>;
