/** A finding about a resource that is no longer declared is that resource's, not the first one's of its file. */
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { casesOf, filesOf, findingsIn } from './rule-cases.ts';

test('a route', () => {
  const id = 'route-delete-unsupported';
  const rule = rules.find((one) => one.id === id);
  const { example, invalid = [] } = casesOf(id) ?? {};
  if (rule === undefined) throw new Error(`there is no ${id}`);
  const found = [{ ...example, text: rule.bad }, ...invalid].flatMap((one) =>
    findingsIn(rule, rules, one, filesOf(one)),
  );
  expect(found.length).toBeGreaterThan(0);
  for (const { address, message } of found) expect(message).toContain(`\`${address ?? 'none'}\``);
});
