/**
 * All that the rules say of their cases, help and labels included, a file a group: what a change of words changes, and
 * what a person reads aloud. `UPDATE=1 npx vitest run test/lint/findings.test.ts` writes them.
 */
import { expect, test } from 'vitest';
import type { Rule } from '../../src/lint/rule.ts';
import { rules } from '../../src/lint/rules.gen.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { Place } from '../../src/model/document.ts';
import { lineColumn } from '../../src/workspace/yaml/position.ts';
import { casesOf, findingsIn, ownFindings, type ValidCase } from './rule-cases.ts';

const groups = [...new Set(rules.map(({ group }) => group))].sort();

test.each(groups)('%s', async (group) => {
  const own = rules.filter((rule) => rule.group === group);
  await expect(own.map(saidBy).join('\n')).toMatchFileSnapshot(`findings/${group}.txt`);
});

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
    .map((found) => `${rule.id}, ${name}: ${found.rule}: ${found.message} (${at(found.place)})\n`);
}

function saidBy(rule: Rule): string {
  const cases = casesOf(rule.id)?.invalid ?? [];
  const said = cases.flatMap((one) => ownFindings(rule, rules, one).map(inLines));
  return [`# ${rule.id}`, ...new Set(said)].join('\n') + '\n';
}

function inLines({ rule, severity, message, label, why, place, help, related, fix }: Diagnostic): string {
  const isUsual = why === rules.find(({ id }) => id === rule)?.why;
  return [
    `${severity}: ${message}  (${at(place)})`,
    ...(label === undefined ? [] : [`  here: ${label}`]),
    ...(why === undefined || isUsual ? [] : [`  why: ${why}`]),
    ...(help === undefined ? [] : [`  help: ${help}`]),
    ...related.map((one) => `  ${at(one.place)}: ${one.label}`),
    ...(fix === undefined ? [] : [`  ${fix.safety} fix: ${fix.title}`]),
  ].join('\n');
}

function at({ source, start }: Place): string {
  const { line, column } = lineColumn(source, start);
  return `${source.path}:${line}:${column}`;
}
