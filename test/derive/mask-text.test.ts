import { describe, expect, test } from 'vitest';
import { compareValues } from '../../src/derive/compare/compare-values.ts';
import { holdsMask, isMaskedText } from '../../src/derive/forms/mask-text.ts';
import { fieldAt } from '../../src/derive/forms/fields.ts';
import { parseTemplate } from '../../src/derive/forms/parse-template.ts';
import { Secret, type SecretLookup } from '../../src/model/secret.ts';
import type { Path } from '../../src/model/value.ts';

const value = 'correct-horse-battery';
const known: SecretLookup = (name) => (name === 'ONE' ? new Secret(value) : undefined);
const none: SecretLookup = () => undefined;

test.each([
  '',
  '***',
  '********',
  '••••••••',
  '●●●●',
  '****abcd',
  '***-tail',
  'corr****',
  'corr…',
  'corr...',
])('%j is a mask', (text) => expect(isMaskedText(text)).toBe(true));
test.each(['<redacted>', '<CLIENT_SECRET>', '[REDACTED]', 'redacted', '(hidden)', '[masked]', 'xxx', '…'])(
  '%j is a mask, too',
  (text) => expect(isMaskedText(text)).toBe(true),
);
test.each([
  'corr',
  'hidden',
  'secret',
  'a*b',
  '**',
  'ab**cd',
  'x',
  'correct-horse-battery',
  '***a-longer-tail',
])('%j is none', (text) => expect(isMaskedText(text)).toBe(text === '**'));
test.each([
  ['Bearer ***', true],
  ['{"a":["••••"]}', true],
  ['a: "user:****abcd"', false],
  ['a: "[redacted]"', true],
  ['Bearer abc', false],
  ['on_http_request: [] # ***', false],
])('%j holds a mask: %s', (text, is) => expect(holdsMask(text)).toBe(is));

type Case = readonly [echo: string | undefined, resolved: string, unresolved: string];
const fields: Readonly<
  Record<string, { readonly path: Path; readonly template: string; readonly cases: readonly Case[] }>
> = {
  'a secret field': {
    path: ['oidc', 'client_secret'],
    template: '$(secret:ONE)',
    cases: [
      [value, 'same', 'unknown'],
      [undefined, 'unknown', 'unknown'],
      ['', 'unknown', 'unknown'],
      ['***', 'unknown', 'unknown'],
      ['corr', 'unknown', 'unknown'],
      ['tery', 'unknown', 'unknown'],
      ['another-one', 'different', 'unknown'],
      // Another value that begins like ours is no piece of it.
      ['correct-horse', 'different', 'unknown'],
    ],
  },
  'a header': {
    path: ['request_headers', 'add', 'authorization'],
    template: 'Bearer $(secret:ONE)',
    cases: [
      [`Bearer ${value}`, 'same', 'unknown'],
      [undefined, 'different', 'different'],
      ['***', 'unknown', 'unknown'],
      ['Bearer ***', 'unknown', 'unknown'],
      ['Bearer corr', 'unknown', 'unknown'],
      ['Bearer another-one', 'different', 'unknown'],
      [`Basic ${value}`, 'different', 'different'],
      ['Basic ***', 'different', 'different'],
    ],
  },
  'a policy': {
    path: ['traffic_policy', 'value'],
    template: '{"on_http_request":[{"actions":[{"type":"deny","config":{"key":"a:$(secret:ONE)"}}]}]}',
    cases: [
      [policy(`a:${value}`), 'same', 'unknown'],
      [`on_http_request: [{ actions: [{ type: deny, config: { key: "a:${value}" } }] }]`, 'same', 'unknown'],
      [undefined, 'different', 'different'],
      ['', 'different', 'different'],
      ['***', 'unknown', 'unknown'],
      [policy('a:***'), 'unknown', 'unknown'],
      [policy('***').replace('"***"', 'null'), 'unknown', 'unknown'],
      [policy('a:another-one'), 'different', 'unknown'],
      [policy(`a:${value}`).replace('deny', 'log'), 'different', 'different'],
      [policy('a:***').replace('deny', 'log'), 'different', 'different'],
      ['{}', 'different', 'different'],
    ],
  },
};

function policy(key: string): string {
  return `{"on_http_request":[{"actions":[{"type":"deny","config":{"key":"${key}"}}]}]}`;
}

describe.each(Object.keys(fields))('%s', (name) => {
  const { path, template, cases } = fields[name]!;
  const field = fieldAt('https-route', path);
  const reference = parseTemplate(template, name === 'a policy' ? 'policy' : 'text');
  test.each(cases)('answered as %j is %s, without the secret %s', (echo, resolved, unresolved) => {
    const seen = echo === undefined ? undefined : new Secret(echo);
    expect(compareValues(field, reference, seen, known)).toBe(resolved);
    expect(compareValues(field, seen, reference, known)).toBe(resolved);
    expect(compareValues(field, reference, seen, none)).toBe(unresolved);
    if (echo !== undefined) expect(compareValues(field, reference, echo, known)).toBe(resolved);
  });
});
