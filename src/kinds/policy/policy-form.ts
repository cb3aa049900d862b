/** The parts of a policy around the settings of its actions. */
import type { SettingMap } from './setting.ts';

/** Other names of the keys of a rule: the key, as people write it. */
export const otherRuleKeys: Readonly<Record<string, string>> = {
  if: 'expressions',
  when: 'expressions',
  match: 'expressions',
  expression: 'expressions',
  conditions: 'expressions',
  action: 'actions',
};

export const ruleKeys: readonly string[] = ['name', 'expressions', 'actions'];
export const actionKeys: readonly string[] = ['type', 'config'];

/** Descriptions of the keys around the settings. */
export const partWords: SettingMap = {
  name: { type: 'string', doc: 'A name of the rule, for people.' },
  expressions: {
    type: 'list',
    doc: 'The conditions of the rule: its actions run if all are true. Without any they always run.',
    items: { type: 'string', expressions: 'whole', doc: 'An expression whose value is a boolean.' },
  },
  actions: {
    type: 'list',
    doc: 'The actions of the rule, in the order in which they run.',
    items: { type: 'any', doc: 'An action: its `type` and its `config`.' },
  },
  type: { type: 'string', doc: 'The action.' },
  config: { type: 'any', doc: 'The settings of the action.' },
};

/** Keys beside the phases that older tools wrote, and that are accepted. */
export const keysBesidePhases: readonly string[] = ['enabled', 'version'];

/** A string that stands for a value that its author has to fill in, in an example. */
export const placeholderForms: readonly RegExp[] = [
  /^\$[A-Z][A-Z0-9_]+(?:\/\d+)?$/,
  /<[A-Za-z][A-Za-z0-9 _-]*>/,
  /\{[A-Za-z][^{}:"$]*\}/,
  /\bYOUR[_-][A-Z0-9_-]+\b/,
  /(?:^|[^a-z])your[-_][a-z][a-z_-]*/,
  /_here$/,
  /^changeMe$/i,
  /\.\.\. *snip *\.\.\.|^\.\.\.$/,
];
