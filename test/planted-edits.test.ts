import { expect, test } from 'vitest';
import { plantedIn, withoutPlace } from './planted-edits.ts';

/* A change of the sources that a planted mistake names is seen here, and not only by the proof that plants it. */
test.each(['model/planted.yaml', 'simulate/planted.yaml'])(
  'each mistake of %s has its place in the sources',
  (file) => {
    const mistakes = plantedIn(file);
    expect(mistakes.length).toBeGreaterThan(5);
    expect(mistakes.flatMap(withoutPlace)).toEqual([]);
  },
);

test('a text that is not there, or twice, has no place', () => {
  const what = 'none';
  const edit = { file: 'simulate/walk.ts', after: '' };
  expect(withoutPlace({ what, edits: [{ ...edit, before: 'no such text' }] })).toHaveLength(1);
  expect(withoutPlace({ what, edits: [{ ...edit, before: 'export' }] })).toHaveLength(1);
});
