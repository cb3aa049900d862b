/** The catalogue's column "Fix" is a promise: each rule that has one shows it in one of its cases, of that safety. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../../../src/lint/rules.gen.ts';
import { casesOf, findingsIn } from '../rule-cases.ts';

interface Promised {
  readonly safe: readonly string[];
  readonly unsafe: readonly string[];
  readonly except: Readonly<Record<string, string>>;
}

const promised = parse(readFileSync(new URL('promised.yaml', import.meta.url), 'utf8')) as Promised;

function safetiesShown(id: string): ReadonlySet<string> {
  const rule = rules.find((one) => one.id === id)!;
  const cases = casesOf(id)?.invalid ?? [];
  const fixes = cases.flatMap((one) => findingsIn(rule, rules, one).flatMap(({ fix }) => fix ?? []));
  return new Set(fixes.map(({ safety }) => safety));
}

describe.each(['safe', 'unsafe'] as const)('a %s fix', (safety) => {
  const ids = promised[safety].filter((id) => promised.except[id] === undefined);

  test.each(ids)('%s', (id) => {
    expect(rules.find((one) => one.id === id)?.fix).toBe(safety);
    expect(safetiesShown(id)).toContain(safety);
  });
});

test('an exception is one', () => {
  const all = new Set([...promised.safe, ...promised.unsafe]);
  for (const id of Object.keys(promised.except)) {
    expect(all).toContain(id);
    expect(rules.find((one) => one.id === id)?.fix, id).toBe('none');
  }
});
