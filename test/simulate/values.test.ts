/** The values of expressions, and of every function that is documented: a value, or the reason why there is none. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { policyFunctions } from '../../src/kinds/policy/functions.ts';
import { policyMethods } from '../../src/kinds/policy/methods.ts';
import { isUnknownValue, type Unknown } from '../../src/model/traffic/unknown.ts';
import { expressionReader } from '../../src/simulate/expressions.ts';
import { asText } from '../../src/simulate/scope-values.ts';
import { PartialMap } from '../../src/simulate/cel/expression-values.ts';

const values = parse(readFileSync(new URL('values.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, string | number | boolean>
>;
const expressionOf = expressionReader();

const words: Readonly<Record<Unknown['why'], string>> = {
  'expression-fails': 'error',
  'not-computed': 'not computed',
  undocumented: 'not documented',
  'not-given': 'not given',
  limit: 'limit',
  unreadable: 'unreadable',
};

function textOf(expression: string): string {
  const value = expressionOf(expression).evaluate({ read: () => undefined });
  if (isUnknownValue(value)) return words[value.unknown.why];
  return value instanceof PartialMap ? [...value.known.keys()].join(' ') : asText(value);
}

test.each(Object.entries(values))('%s', (expression, value) => {
  expect(textOf(expression)).toBe(String(value));
});

const receivers: Readonly<Record<keyof typeof policyMethods, readonly string[]>> = {
  string: ["'a'", "'YQ=='", "'{}'", "'a=b'", "'https://a.example.com/'"],
  bytes: ["b'a'"],
  list: ['[1]', "['a']"],
  map: ["{'a': 1}"],
  timestamp: ["timestamp('2026-01-31T12:00:00Z')"],
  duration: ["duration('1h')"],
};

const calls = [
  ...Object.keys(policyFunctions).map((name) => ({ name, called: [name] })),
  ...Object.entries(receivers).flatMap(([owner, all]) =>
    Object.keys(policyMethods[owner as keyof typeof policyMethods]).map((name) => ({
      name: `${owner}.${name}`,
      called: all.map((receiver) => `${receiver}.${name}`),
    })),
  ),
];

/** Arguments of all types, of which some fit each function. */
const argumentLists = [
  '',
  "'a'",
  "'aGk='",
  "'{}'",
  "'1'",
  "b'a'",
  '1',
  '[1]',
  "{'a': 'b'}",
  "'a', 'b'",
  "'a', ['b']",
  '1, 1',
  "'https://a.example.com/'",
  "'UTC'",
  "'2026-01-31T12:00:00Z'",
  "'1h'",
  '0, 1',
  "['a']",
  'true',
  "'hex'",
];

test.each(calls)('$name is computed', ({ name, called }) => {
  const results = called.flatMap((call) => argumentLists.map((args) => textOf(`${call}(${args})`)));
  expect(results).not.toContain('not documented');
  // What reads the request, a secret or chance needs a fact.
  const needsFact = /^(?:get|has)(?:Req|Res|Query)|^secrets|^rand|^has$/.test(name);
  const hasValue = results.some((text) => !Object.values(words).includes(text));
  expect(hasValue).toBe(!needsFact);
});
