import { expect, test } from 'vitest';
import { nestedRepetition } from '../../../src/derive/expressions/linear-patterns.ts';
import { re2Problem } from '../../../src/lint/domain/values/re2.ts';

test.each([
  ['curl(', 'missing closing )', 'curl(', false],
  ['a**', 'invalid nested repetition operator', '**', false],
  ['[z-a]x', 'invalid character class range', 'z-a', false],
  ['curl(?!/8)', 'invalid or unsupported Perl syntax', '(?!', true],
  ['(a)\\1', 'invalid escape sequence', '\\1', true],
  ['a\\', 'trailing backslash at end of expression', 'a\\', false],
])('the library says why %s is not valid, and where', (pattern, what, part, isValidElsewhere) => {
  const problem = re2Problem(pattern);
  expect(problem).toMatchObject({ what, isValidElsewhere });
  expect(pattern.slice(problem?.start, problem?.end)).toBe(part);
});

test('a valid pattern and a very long one have no problem', () => {
  expect(re2Problem('(?i)curl|(?P<v>x)')).toBeUndefined();
  expect(re2Problem('('.repeat(1_000_000))).toBeUndefined();
});

test.each([
  ['(a+)+$', '(a+)+'],
  ['x(?:ab*){2,}', '(?:ab*){2,}'],
  ['((a)+)+', '((a)+)+'],
  ['x(([)a]+?))*', '(([)a]+?))*'],
  ['(bot)+', undefined],
  ['(a+)b+', undefined],
  ['\\(a+)+', undefined],
  ['(a+(?:))+', undefined],
])('the nested repetition in %s is %s', (pattern, part) => {
  const nested = nestedRepetition(pattern);
  expect(nested && pattern.slice(nested.start, nested.end)).toBe(part);
});
