import { RE2JS } from '@bufbuild/re2';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainPattern } from '../../../src/derive/expressions/linear-patterns.ts';
import { runs } from '../../runs.ts';

const atom = fc.oneof(
  fc.constantFrom('a', 'Z', '0', '_', ' ', ':', '/', '@', ',', '-', '\\.'),
  fc
    .array(fc.constantFrom('a-z', 'A-Z', '0-9', 'b', '7', '_', '.'), { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom('', '-').map((hyphen) => `[${parts.join('')}${hyphen}]`)),
);
const pattern = fc
  .tuple(
    fc.array(atom, { maxLength: 5 }),
    fc.option(fc.tuple(atom, fc.constantFrom('*', '+', '?')), { nil: undefined }),
    fc.constantFrom('', '$'),
  )
  .map(([atoms, last, end]) => `^${atoms.join('')}${last?.join('') ?? ''}${end}`);
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    'Z',
    '0',
    '7',
    '_',
    '.',
    '-',
    ' ',
    ':',
    '/',
    '@',
    ',',
    '\n',
    '\r',
    'é',
    '😀',
  ),
  maxLength: 8,
});

test('a plain pattern matches the same texts natively as with RE2', () => {
  fc.assert(
    fc.property(pattern, text, (written, tried) => {
      const native = plainPattern(written);
      expect(native?.test(tried)).toBe(RE2JS.compile(written).test(tried));
    }),
    { numRuns: runs(2000) },
  );
});

test.each([
  'a+', // not anchored
  '^a+b+$', // two repeats
  '^a+b$',
  '^(a|b)$',
  '^.$',
  '^\\w+$',
  '^a{2}$',
  '^a+?$',
  '^[z-a]$',
  '^[^a]$',
  '^[a-z-9]$',
  '^[]$',
  '^[[:alpha:]]$',
  '^a|b$',
  '^*$',
  '^é$',
  '(?i)^a$',
  '^a$b',
])('%s is left to RE2', (written) => {
  expect(plainPattern(written)).toBeUndefined();
});
