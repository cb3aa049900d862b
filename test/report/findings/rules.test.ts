import { describe, expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.ts';
import { renderRule, rulesJson, rulesTable, rulesText } from '../../../src/report/explain/explain-rule.ts';

describe('what is said of rules', () => {
  test.each(rules.map((rule) => ({ id: rule.id, rule })))('$id is explained', ({ rule }) => {
    const text = renderRule(rule);
    for (const part of [rule.id, rule.source]) expect(text).toContain(part);
    for (const line of `${rule.bad}${rule.good}`.split('\n')) expect(text).toContain(line);
    const prose = text.slice(0, text.indexOf('\nWrong\n'));
    for (const line of prose.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  test('the table has every rule once, by group', () => {
    const ids = rulesTable(rules).map(({ id }) => id);
    expect([...ids].sort()).toEqual(rules.map(({ id }) => id).sort());
    const groups = rulesTable(rules).map(({ group }) => group);
    expect(groups).toEqual([...groups].sort());
    const text = rulesText(rules);
    for (const { id } of rules) expect(text).toMatch(new RegExp(`^${id} .*  `, 'm'));
    expect(text).toContain(`${rules.length} rules`);
  });

  test('as json it is plain data, in the same order', () => {
    const parsed = JSON.parse(rulesJson(rules)) as { format: number; rules: { id: string }[] };
    expect(parsed.format).toBe(1);
    expect(parsed.rules).toEqual(rulesTable(rules));
  });

  test('a preset holds all of the one before, and says it no more mildly', () => {
    const rank = { off: 0, info: 1, warn: 2, error: 3 };
    for (const { id, severity } of rules) {
      const { minimal, recommended, strict } = severity;
      expect(rank[recommended], id).toBeGreaterThanOrEqual(rank[minimal]);
      expect(rank[strict], id).toBeGreaterThanOrEqual(rank[recommended]);
    }
  });
});
