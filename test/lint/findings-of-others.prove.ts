/**
 * What rules say of the cases and examples of other rules.
 * `npm run record test/lint/findings-of-others.prove.ts` writes it.
 */
import { expect, test } from 'vitest';
import type { Rule } from '../../src/lint/rule.ts';
import { rules } from '../../src/lint/rules.ts';
import { casesOf, findingsIn, placeText, type ValidCase } from './rule-cases.ts';

/** Each line is something to read: a rule that finds much in what others call right is wrong, or so are they. */
test('what rules say of the cases and examples of others', async () => {
  const lines = rules.flatMap((rule) =>
    textsOf(rule).flatMap(([name, one]) => saidByOthers(rule, name, one)),
  );
  const head = '# Findings of other rules in the cases and examples of a rule.\n';
  await expect([head, ...lines].join('')).toMatchFileSnapshot('findings/of-each-other.txt');
});

function textsOf({ id, bad, good }: Rule): readonly (readonly [name: string, one: ValidCase])[] {
  const { example = {}, valid = [], invalid = [] } = casesOf(id) ?? {};
  return [
    ['bad', { ...example, text: bad }],
    ['good', { ...example, text: good }],
    ...valid.map((one, index) => [`valid ${one.name ?? index + 1}`, one] as const),
    ...invalid.map((one, index) => [`invalid ${one.name ?? index + 1}`, one] as const),
  ];
}

function saidByOthers(rule: Rule, name: string, one: ValidCase): readonly string[] {
  return findingsIn(rule, rules, one)
    .filter((found) => found.rule !== rule.id)
    .map((found) => `${rule.id}, ${name}: ${found.rule}: ${found.message} (${placeText(found.place)})\n`);
}
