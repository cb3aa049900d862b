import { expect, test } from 'vitest';
import { rememberAlike, rememberLast } from '../../src/text/remember-last.ts';

test('the first question may be about nothing: a document that could not be read', () => {
  const asked: unknown[] = [];
  const ask = rememberLast((key: string | undefined) => {
    asked.push(key);
    return key ?? 'nothing';
  });
  expect([undefined, undefined, 'a', 'a', undefined].map(ask)).toEqual([
    'nothing',
    'nothing',
    'a',
    'a',
    'nothing',
  ]);
  expect(asked).toEqual([undefined, 'a', undefined]);
});

test('subjects that are alike in what counts have one answer, as long as few others come between', () => {
  const asked: string[] = [];
  const ask = rememberAlike(
    2,
    (word: string) => word.toLowerCase(),
    (word) => {
      asked.push(word);
      return word.length;
    },
  );
  expect(['One', 'one', 'three', 'ONE', 'four', 'five', 'one'].map(ask)).toEqual([3, 3, 5, 3, 4, 4, 3]);
  expect(asked).toEqual(['One', 'three', 'four', 'five', 'one']);
});
