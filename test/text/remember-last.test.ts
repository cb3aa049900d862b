import { expect, test } from 'vitest';
import { rememberLast } from '../../src/text/remember-last.ts';

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
