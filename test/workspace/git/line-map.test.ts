import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineMap, similarity } from '../../../src/workspace/git/line-map.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 30 })
  .map((lines) => lines.join('\n'));

describe('where the lines of a text come from', () => {
  test('a line that was there is the same, and their order is kept', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { wasAt } = lineMap(before, after);
        const [old, now] = [before.split('\n'), after.split('\n')];
        const found = now.flatMap((line, index) => {
          const was = wasAt(index + 1);
          if (was !== undefined) expect(old[was - 1]).toBe(line);
          return was ?? [];
        });
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
      }),
    );
  });

  test('a line that is put in moves the others, and only it is new', () => {
    fc.assert(
      fc.property(texts, fc.nat(30), (before, at) => {
        const lines = before.split('\n');
        const index = Math.min(at, lines.length);
        const { wasAt } = lineMap(before, lines.toSpliced(index, 0, 'new').join('\n'));
        const expected = [...lines.keys()].map((line) => line + 1);
        expect([...Array(lines.length + 1).keys()].map((line) => wasAt(line + 1))).toEqual(
          (expected as (number | undefined)[]).toSpliced(index, 0, undefined),
        );
      }),
    );
  });

  test('two texts that have nothing in common are given up, not compared for ever', () => {
    const many = (word: string): string =>
      Array.from({ length: 60_000 }, (_, index) => `${word}${index}`).join('\n');
    const { wasAt } = lineMap(`same\n${many('a')}`, `same\n${many('b')}`);
    expect([wasAt(1), wasAt(2), wasAt(60_001)]).toEqual([1, undefined, undefined]);
    expect(similarity(many('a'), many('b'))).toBe(0);
  });
});
