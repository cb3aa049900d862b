/**
 * All that the rules say of their cases, help and labels included, a file a group: what a change of words changes, and
 * what a person reads aloud. `npm run record test/lint/findings.test.ts` writes them.
 */
import { expect, test } from 'vitest';
import type { Rule } from '../../src/lint/rule.ts';
import { rules } from '../../src/lint/rules.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { casesOf, ownFindings, placeText } from './rule-cases.ts';

const groups = [...new Set(rules.map(({ group }) => group))].sort();

test.each(groups)('%s', async (group) => {
  const own = rules.filter((rule) => rule.group === group);
  await expect(own.map(saidBy).join('\n')).toMatchFileSnapshot(`findings/${group}.txt`);
});

function saidBy(rule: Rule): string {
  const cases = casesOf(rule.id)?.invalid ?? [];
  const said = cases.flatMap((one) => ownFindings(rule, rules, one).map(inLines));
  return [`# ${rule.id}`, ...new Set(said)].join('\n') + '\n';
}

function inLines({ rule, severity, message, label, why, place, help, related, fix }: Diagnostic): string {
  const isUsual = why === rules.find(({ id }) => id === rule)?.why;
  return [
    `${severity}: ${message}  (${placeText(place)})`,
    ...(label === undefined ? [] : [`  here: ${label}`]),
    ...(why === undefined || isUsual ? [] : [`  why: ${why}`]),
    ...(help === undefined ? [] : [`  help: ${help}`]),
    ...related.map((one) => `  ${placeText(one.place)}: ${one.label}`),
    ...(fix === undefined ? [] : [`  ${fix.safety} fix: ${fix.title}`]),
  ].join('\n');
}
