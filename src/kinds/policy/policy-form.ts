/** The parts of a policy around the settings of its actions. */

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
