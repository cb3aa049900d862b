import { expect, test } from 'vitest';
import { meantName, thereAre } from '../../../src/text/words/existing-names.ts';

test.each([
  ['prod', ['production', 'staging'], 'production'],
  ['prodution', ['production', 'staging'], 'production'],
  ['prod', ['production', 'prod-eu'], undefined],
  ['p', ['production'], undefined],
  ['qa', ['production'], undefined],
])('%s among %s is %s', (name, known, meant) => {
  expect(meantName(name, known)).toBe(meant);
});

test('names that exist agree in number, and many are counted', () => {
  expect(thereAre([])).toBe('there are none');
  expect(thereAre(['production'])).toBe('there is `production`');
  expect(thereAre(['production', 'staging'])).toBe('there are `production`, `staging`');
  const many = Array.from({ length: 13 }, (_, at) => `e${at}`);
  expect(thereAre(many)).toBe('there are 13');
  expect(thereAre(many, 'environments/')).toBe('there are 13; see environments/');
});
