import type { PhaseName, PolicyProtocol } from '../../kinds/policy/phases.ts';
import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { VariableType } from '../../kinds/policy/variable.ts';
import type { Severity } from '../../model/diagnostic.ts';
import type { Range } from '../../model/document.ts';
import type { Json, Path } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Certainty } from '../../kinds/policy/certainty.ts';

/** Whether a value counts as given: null is absent. */
export function hasValue(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

export function valueWords(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonMap(value)) return 'a mapping';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a string';
  return typeof value === 'boolean' ? 'a boolean' : 'a number';
}

export const settingTypes: Readonly<Record<Setting['type'], string>> = {
  string: 'a string',
  boolean: 'a boolean (`true` or `false`)',
  int64: 'an integer',
  float64: 'a number',
  duration: 'a duration such as `30s`',
  list: 'a list',
  map: 'a mapping',
  object: 'a mapping',
  any: 'a value',
};

export function settingNamed(settings: SettingMap, name: string): Setting | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}

export interface SettingPlace {
  readonly scope: PolicyScope;
  readonly action: TrafficAction;
  readonly inside: Path;
  /** In words: `` `rate` ``, or `an item of `allow``. */
  readonly what: string;
  /** The path of the action, where it has no `config` at all. */
  readonly lacksConfig?: Path | undefined;
}

export function rangeWords(min: number | string | undefined, max: number | string | undefined): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
}

export interface TrafficMistake {
  readonly rule: string;
  readonly inside: Path;
  readonly on?: 'key' | undefined;
  /** A part of the string at the path. */
  readonly within?: Range | undefined;
  readonly message: string;
  readonly why?: string | undefined;
  readonly help?: string | undefined;
  /** A severity below that of the rule. */
  readonly severity?: Severity | undefined;
  /** The number of the error with which the service refuses it. */
  readonly code?: number | undefined;
  /** The unknown word, which options can allow. */
  readonly word?: string | undefined;
  /** The right name of the key. */
  readonly rename?: string | undefined;
  /** The right value. */
  readonly replace?: Json | undefined;
  /** The entry that a mapping lacks, and the path of the mapping in the policy. */
  readonly insert?: { readonly inside: Path; readonly key: string; readonly value: Json } | undefined;
  /** The replacement in words, if a part of the value stays. */
  readonly fixTitle?: string | undefined;
  /** The text may be a secret. */
  readonly sensitive?: true | undefined;
}

/** A mistake in the value of a setting, whose place is known. */
export type SettingMistake = Omit<TrafficMistake, 'rule' | 'inside'>;

/** The right value as help and as fix. */
export function writing(meant: string | number): Pick<SettingMistake, 'help' | 'replace' | 'fixTitle'> {
  const help = `write \`${meant}\``;
  return { help, replace: meant, fixTitle: help };
}

/** The object that carries the policy. */
export interface PolicyCarrier {
  /** Absent: unknown. */
  readonly protocol?: PolicyProtocol;
  /** A cloud endpoint, which has no upstream of its own. */
  readonly isCloud: boolean;
  /** Reached by other endpoints only. */
  readonly isInternal: boolean;
}

/** The state that the checks of one policy share. */
export interface PolicyCheck {
  readonly carrier: PolicyCarrier;
  /** Actions that the workspace declares. */
  readonly ownActions: ReadonlyMap<string, TrafficAction>;
  readonly report: (mistake: TrafficMistake) => void;
  /** Whether a mistake of the rule was reported. */
  readonly has: (rule: string) => boolean;
}

/** The context of a part of a policy: its action, its phase, and the variables that are set before it. */
export interface PolicyScope {
  readonly check: PolicyCheck;
  readonly phase: PhaseName;
  /** The variables that earlier actions of the phase set. */
  readonly vars: ReadonlyMap<string, VariableType>;
  /** The actions that may have run before, in this phase or in one before it. */
  readonly ran: ReadonlySet<TrafficAction>;
  /** More names, for settings that have their own. */
  readonly names?: ReadonlyMap<string, VariableType>;
}

/** Severity follows certainty: only what is documented is an error. */
export function severityOfFact(certainty: Certainty | undefined): { readonly severity?: 'warn' } {
  return certainty === undefined || certainty === 'documented' ? {} : { severity: 'warn' };
}
