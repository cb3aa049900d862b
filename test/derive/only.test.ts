import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { matchesGlob } from '../../src/domain/address-filter.ts';

interface Case {
  readonly glob: string;
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
}

const cases = parse(readFileSync(new URL('only-cases.yaml', import.meta.url), 'utf8')) as readonly Case[];

test.each(cases)('$glob', ({ glob, yes = [], no = [] }) => {
  expect(yes.filter((text) => !matchesGlob(glob, text))).toEqual([]);
  expect(no.filter((text) => matchesGlob(glob, text))).toEqual([]);
});

test('takes no longer for a hostile glob', () => {
  const started = performance.now();
  expect(matchesGlob(`${'*a'.repeat(50)}b`, 'a'.repeat(2000))).toBe(false);
  expect(matchesGlob(`${'**a*'.repeat(50)}b`, 'a/'.repeat(1000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(20_000);
});
