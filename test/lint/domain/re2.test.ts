/** Our RE2 parser accepts exactly the patterns that a port of RE2 accepts. */
import { RE2JS } from '@bufbuild/re2';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { re2Syntax } from '../../../src/lint/domain/values/re2.ts';
import '../../property-seed.ts';
import { runs } from '../../runs.ts';

function compiles(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

const pieces = [
  ...[
    'a',
    '-',
    '^',
    '$',
    '.',
    '|',
    '(',
    ')',
    '[',
    ']',
    '*',
    '+',
    '?',
    '{',
    '}',
    ',',
    ':',
    '\\',
    '1',
    '2',
    'é',
    '😀',
  ],
  ...[
    '(?:',
    '(?i)',
    '(?i-s:',
    '(?P<n>',
    '(?P<m>',
    '(?P=n)',
    '(?=',
    '(?<!',
    '(?>',
    '(?',
    '(?-',
    '(?U)',
    '(?P<a b>',
  ],
  ...[
    '[^',
    '[]',
    '[[:alpha:]]',
    '[[:^digit:]]',
    '[[:word',
    '[:x:]',
    'a-z',
    'z-a',
    '[a-\\d]',
    '[\\b]',
    '\\x41-',
  ],
  ...[
    '\\d',
    '\\pL',
    '\\p{Greek}',
    '\\p{^Lu}',
    '\\p{Nope}',
    '\\PN',
    '\\Q',
    '\\E',
    '\\b',
    '\\z',
    '\\Z',
    '\\A',
    '\\_',
  ],
  ...[
    '\\x41',
    '\\x{10FFFF}',
    '\\x{110000}',
    '\\xg',
    '\\1',
    '\\12',
    '\\018',
    '\\8',
    '\\y',
    '\\-',
    '\\u0041',
    '\\cA',
  ],
  ...[
    '{2}',
    '{2,}',
    '{2,3}',
    '{3,2}',
    '{1000}',
    '{1001}',
    '{,3}',
    '{ 1}',
    '*?',
    '++',
    '??',
    '{2}?',
    '\\n',
    '\\v',
  ],
];

test('accepts the patterns of RE2, and no others', () => {
  const pattern = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, (text) => {
      // The port refuses a repeated literal brace, which Go accepts.
      fc.pre(!/\{[*+?{]/.test(text));
      expect([text, re2Syntax(text).problem === undefined]).toEqual([text, compiles(text)]);
    }),
    { numRuns: runs(20_000) },
  );
});

test('says where, inside the pattern', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { problem, nested } = re2Syntax(text);
      for (const range of [problem, nested]) {
        if (range === undefined) continue;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThan(range.start);
        expect(range.end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

const repetitions: readonly (readonly [pattern: string, says: string | undefined, at: string | undefined])[] =
  [
    ['a*|*', 'there is nothing for `*` to repeat', '*'],
    ['a*(*)', 'there is nothing for `*` to repeat', '*'],
    ['a*(?:+)', 'there is nothing for `+` to repeat', '+'],
    ['a{2}|{3}', 'there is nothing for `{3}` to repeat', '{3}'],
    ['a*{2}', 'a repetition cannot be repeated without a group', '{2}'],
    ['a*+', 'a possessive repetition', '*+'],
    ['a*?+', 'a possessive repetition', '*?+'],
    ['a*(?i)*', undefined, undefined],
    ['(a*)*', undefined, undefined],
    ['a*b*', undefined, undefined],
  ];

test.each(repetitions)('%s is told apart from other repetitions', (text, says, at) => {
  const { problem } = re2Syntax(text);
  expect(problem?.what).toBe(says);
  if (problem !== undefined) expect(text.slice(problem.start, problem.end)).toBe(at);
  expect(compiles(text)).toBe(says === undefined);
});
