/** The metadata of each rule has the form that pages, formats and settings rely on. */
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';

test.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/);
  expect(rule.group).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(rule.source).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(['safe', 'unsafe', 'none']).toContain(rule.fix);
  expect(rule.summary).toMatch(/^[A-Z`][^\n]{8,}\.$/);
  expect(rule.why).toMatch(/^[A-Z`][^\n]{8,}\.$/);
});

test('rule ids are unique', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});

test('the finding of a secret in a file cannot be silenced', () => {
  expect(rules.find(({ id }) => id === 'no-plaintext-secret')?.ignorable).toBe(false);
});
