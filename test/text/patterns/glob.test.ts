import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isMatched, startGlobs } from '../../../src/text/patterns/glob.ts';

interface Case {
  readonly globs: readonly string[];
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
  readonly problem?: string;
}

const cases = parse(readFileSync(new URL('glob-cases.yaml', import.meta.url), 'utf8')) as readonly Case[];

test.each(cases)('$globs', ({ globs, yes = [], no = [], problem }) => {
  const { problems } = startGlobs(globs);
  expect([...problems.values()]).toEqual(problem === undefined ? [] : [problem]);
  expect(yes.filter((path) => !matches(globs, path))).toEqual([]);
  expect(no.filter((path) => matches(globs, path))).toEqual([]);
});

// What is exponential would not end.
test('ends for a hostile pattern', () => {
  expect(matches([`${'*a'.repeat(200)}b`], 'a'.repeat(100_000))).toBe(false);
  expect(matches([`${'**/'.repeat(100)}b`], 'a/'.repeat(500).concat('c'))).toBe(false);
});

test('refuses a pattern that is longer than any path', () => {
  expect([...startGlobs(['**/'.repeat(1000)]).problems.values()]).toEqual(['is longer than 1000 characters']);
});

test('meets many patterns one by one', () => {
  const globs = Array.from({ length: 50_000 }, (_, index) => `${index}/**/**/a`);
  expect(matches(globs, '49999/x/a')).toBe(true);
  expect(matches(globs, 'x/a')).toBe(false);
});

function matches(globs: readonly string[], path: string): boolean {
  return isMatched(startGlobs(globs).state, path);
}
