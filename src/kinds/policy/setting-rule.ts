import type { Certainty } from './certainty.ts';

/** A condition on several settings of an action. Settings are named from the `config`. */
export type SettingRule = { readonly certainty?: Certainty; readonly code?: number } & (
  | {
      /** If a setting is there, or has one of the values, at least one of the others must be. */
      readonly rule: 'needs';
      readonly when: SettingCondition;
      readonly anyOf: readonly string[];
      readonly why: string;
    }
  | {
      readonly rule: 'excludes';
      readonly when: SettingCondition;
      readonly without: readonly string[];
      readonly why: string;
    }
  | { readonly rule: 'any-of'; readonly settings: readonly string[]; readonly why: string }
  | { readonly rule: 'at-most'; readonly low: string; readonly high: string }
  | {
      /** Keys of a mapping, or items of a list, that cannot be used or do nothing. */
      readonly rule: 'reserved';
      readonly setting: string;
      readonly names: RegExp;
      readonly why: string;
    }
);

/** That the setting is there; with `is`, that it (or its default) has one of these values. */
export interface SettingCondition {
  readonly setting: string;
  readonly is?: readonly (string | number | boolean)[];
}
