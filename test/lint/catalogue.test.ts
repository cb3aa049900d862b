/** The rules against the catalogue, row by row: no rule is missing, and each has the severity of its row. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../../src/lint/rules.ts';

interface Row {
  readonly id: string;
  readonly severity: string;
  readonly must: boolean;
  readonly fix: 'safe' | 'unsafe' | 'none';
}

const { rows } = parse(readFileSync(new URL('catalogue.yaml', import.meta.url), 'utf8')) as {
  readonly rows: readonly Row[];
};
const byId = new Map(rules.map((rule) => [rule.id, rule]));
const words: Readonly<Record<string, 'error' | 'warn' | 'info'>> = { E: 'error', W: 'warn', I: 'info' };
const ranks = ['off', 'info', 'warn', 'error'];

describe.each(rows)('$id', ({ id, severity, must, fix }) => {
  const rule = byId.get(id);

  test('is a rule', () => {
    expect(rule).toBeDefined();
  });

  test('has the severity of the catalogue', () => {
    const word = words[severity.charAt(0)]!;
    const recommended = severity.includes('°') ? 'off' : word;
    expect(rule?.severity.recommended).toBe(recommended);
    expect(rule?.severity.strict).toBe(severity.includes('+') ? 'error' : word);
    if (must) expect(rule?.severity.minimal).toBe(recommended);
    else expect(['off', ...(word === 'error' ? [word] : [])]).toContain(rule?.severity.minimal);
  });

  test('has the source and the fix of the catalogue', () => {
    expect(rule?.isMust).toBe(must);
    if (fix === 'unsafe') expect(rule?.fix).not.toBe('none');
    if (fix === 'safe') expect(rule?.fix).toBe('safe');
  });
});

test('every rule that the API states is in the catalogue', () => {
  const known = new Set(rows.filter(({ must }) => must).map(({ id }) => id));
  expect(rules.filter(({ isMust, id }) => isMust && !known.has(id)).map(({ id }) => id)).toEqual([]);
});

test.each(rules.map(({ id, severity }) => ({ id, severity })))(
  '$id is at least as severe in each preset as in the one before',
  ({ severity: { minimal, recommended, strict } }) => {
    expect(ranks.indexOf(recommended)).toBeGreaterThanOrEqual(ranks.indexOf(minimal));
    expect(ranks.indexOf(strict)).toBeGreaterThanOrEqual(ranks.indexOf(recommended));
  },
);
