/** Texts that patterns match, and the patterns that are read. */
import { expect, test } from 'vitest';
import { matchesPattern } from '../../src/derive/expressions/linear-patterns.ts';
import { samplesOf } from '../../src/derive/expressions/pattern-samples.ts';

test.each([
  ['^/admin(?:/|$)', ['/admin/', '/admin']],
  ['^(GET|HEAD|POST)$', ['GET', 'HEAD', 'POST']],
  ['^[a-z]{3}\\d{2,}$', ['aaa00', 'aaa0000']],
  ['\\.(?:js|css)$', ['.js', '.css']],
  ['(?i)^bot', ['bot']],
  ['^[^/]+$', ['x', 'a', 'xxx', 'aaa']],
  ['^\\w+@example\\.com$', ['a@example.com', 'A@example.com', '0@example.com', '_@example.com']],
  ['^(?P<id>a)?b*$', ['', 'ab', 'bb']],
  ['a|b|', ['a', 'b', '']],
  ['^[]a]$', [']', 'a']],
  ['^.{0,2}$', ['x', '', 'xx']],
])('%s', (pattern, some) => {
  const samples = samplesOf(pattern);
  expect(samples).toEqual(expect.arrayContaining([...some]));
  expect(samples.filter((text) => !matchesPattern(text, pattern))).toEqual([]);
});

test.each(['\\bword', '[[:alpha:]]', '(?i:a)', '\\p{L}', 'a{', '(a', 'a)', '[a', '**'])(
  'no samples of %s',
  (pattern) => {
    expect(samplesOf(pattern)).toEqual([]);
  },
);

test('a sample has few texts whatever is repeated', () => {
  const pattern = `^${'(?:a|b|c|d|e|f)*'.repeat(20)}${'(a{9}){9}'.repeat(3)}$`;
  expect(samplesOf(pattern).length).toBeGreaterThan(0);
  expect(samplesOf(pattern).length).toBeLessThanOrEqual(24);
});
