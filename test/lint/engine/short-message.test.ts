import { expect, test } from 'vitest';
import { shortMessage } from '../../../src/lint/engine/finding-collector.ts';
import { fitting } from '../../../src/lint/domain/message-words.ts';

test('a message that is short enough stays as it is', () => {
  expect(shortMessage(`\`${'a'.repeat(98)}\``)).toHaveLength(100);
  expect(shortMessage(`\`${'a'.repeat(98)}\``)).not.toContain('...');
});

test('of one that is too long the longest quotation is cut', () => {
  const short = shortMessage(
    `the pattern \`${'a'.repeat(70)}\` of \`resources\` is not one that can be read`,
  );
  expect(short).toMatch(/^the pattern `a+\.\.\.` of `resources` is not one that can be read$/);
  expect(short).toHaveLength(100);
});

test('a quotation keeps its first character where there is room for one', () => {
  expect(shortMessage(`${'x'.repeat(94)}\`abcdefghij\``)).toBe(`${'x'.repeat(94)}\`a...\``);
  expect(shortMessage(`${'x'.repeat(95)}\`abcdefghij\``)).toBe(`${'x'.repeat(95)}\`a...`);
});

test('a message is one line', () => {
  expect(shortMessage('`a\r\nb\u2028c` is not a field')).toBe('`a b c` is not a field');
});

test('of one without a quotation the end is cut, and no character in half', () => {
  expect(shortMessage('word '.repeat(30))).toHaveLength(100);
  expect(shortMessage(`${'a'.repeat(96)}😀😀😀`)).toBe(`${'a'.repeat(96)}...`);
});

test('of several sentences the first is taken that is short enough, to the last character', () => {
  expect(fitting('a'.repeat(101), 'b'.repeat(100), 'c')).toBe('b'.repeat(100));
  expect(fitting('a'.repeat(101), 'b'.repeat(101))).toBe('b'.repeat(101));
});
