/** What each rule declares of itself has the form that pages, formats and settings rely on. */
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.gen.ts';

test.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/);
  expect(rule.group).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(rule.source).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(['safe', 'unsafe', 'none']).toContain(rule.fix);
  expect(rule.summary).toMatch(/^[A-Z`][^\n]{8,}\.$/);
  expect(rule.why).toMatch(/^[A-Z`][^\n]{8,}\.$/);
});

test('no two rules have one id', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});

test('a secret in a file is silenced by nothing', () => {
  expect(rules.find(({ id }) => id === 'no-plaintext-secret')?.ignorable).toBe(false);
});
