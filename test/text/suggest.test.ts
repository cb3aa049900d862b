import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggestions } from '../../src/text/suggest.ts';
import { runs } from '../runs.ts';
import { editDistance } from '../../src/text/edit-distance.ts';

/** Words that differ in little, so that many are near. */
const word = fc
  .array(fc.constantFrom('a', 'b', 'c', 'B', '-', '_', '1', 'é', 'rule'), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.join(''));

test('a distance is that of the whole table, or more than the limit', () => {
  fc.assert(
    fc.property(word, word, fc.nat(6), (a, b, limit) => {
      const exact = wholeTable(a, b);
      const distance = editDistance(a, b, limit);
      if (exact <= limit) expect(distance).toBe(exact);
      else expect(distance).toBeGreaterThan(limit);
    }),
    { numRuns: runs(3000) },
  );
});

test('the suggestion equals that of a comparison with each word', () => {
  fc.assert(
    fc.property(word, fc.uniqueArray(word, { maxLength: 30 }), (one, names) => {
      expect(suggestions(one, names)).toEqual(comparedWithEach(one, names));
    }),
    { numRuns: runs(3000) },
  );
});

test('of a thousand names the near ones are found', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `name-${index * 7919}-of-many`);
  for (const name of names) expect(suggestions(name.replace('-of', '-fo'), names)[0]).toBe(name);
});

test.each([
  { word: 'pool2', names: ['pool1'], meant: [] },
  { word: 'pool', names: ['pool1'], meant: [] },
  { word: 'svc06', names: ['svc00', 'svc6'], meant: [] },
  { word: 'node2.internal', names: ['node1.internal'], meant: [] },
  { word: 'web-1-2', names: ['web-12'], meant: [] },
  { word: 'pol1', names: ['pool1', 'pool2'], meant: ['pool1'] },
  { word: 'POOL_1', names: ['pool-1'], meant: ['pool-1'] },
  { word: 'l0gin', names: ['login'], meant: ['login'] },
])('numbers tell siblings apart: $word of $names', ({ word: one, names, meant }) => {
  expect(suggestions(one, names)).toEqual(meant);
});

function comparedWithEach(one: string, names: readonly string[]): readonly string[] {
  const limit = Math.max(1, Math.floor(folded(one).length / 3));
  return names
    .filter((name) => name !== one && !haveOtherNumbers(one, name))
    .map((name) => ({ name, distance: wholeTable(folded(one), folded(name)) }))
    .filter(
      ({ name, distance }) =>
        distance <= limit && distance < Math.max(folded(one).length, folded(name).length) / 2,
    )
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Compares the digits of both, or whether only one ends a part in a digit. */
function haveOtherNumbers(a: string, b: string): boolean {
  const [ofA = '', ofB = ''] = [a, b].map((name) => name.split(/\D+/).filter(Boolean).join());
  const [lastA, lastB] = [a, b].map((name) => name.split(/[^\da-z]+/i).some((part) => /\d$/.test(part)));
  return ofA !== '' && ofB !== '' ? ofA !== ofB : lastA !== lastB;
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Optimal string alignment, as a table in the textbook. */
function wholeTable(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const least = i === 0 || j === 0 ? i + j : Math.min(at(i - 1, j), at(i, j - 1)) + 1;
      const kept = i === 0 || j === 0 ? least : at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const row = rows[i];
      if (row !== undefined) row[j] = Math.min(least, kept, isSwap ? at(i - 2, j - 2) + 1 : least);
    }
  }
  return at(a.length, b.length);
}
