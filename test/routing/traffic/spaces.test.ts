import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../property-seed.ts';
import {
  prefixPartition,
  winnersOf,
  type RankedClaim,
  type Pattern,
} from '../../../src/routing/prefix-partition.ts';
import { spacesOf, type Space } from '../../../src/routing/traffic/shifts/route-shifts.ts';
import { runs } from '../../runs.ts';

/** Every string of up to three of three letters; strings of one letter more reveal every difference of the patterns. */
const texts = longer(longer(longer([''])));

function longer(known: readonly string[]): readonly string[] {
  return [...new Set([...known, ...known.flatMap((text) => ['a', 'b', '/'].map((letter) => text + letter))])];
}

const claim = fc
  .record({
    form: fc.constantFrom('exact' as const, 'prefix' as const),
    text: fc.constantFrom(...texts.filter(({ length }) => length <= 2)),
    extra: fc.nat(2),
    owner: fc.constantFrom('one', 'two', 'three', 'nobody'),
  })
  .map(({ form, text, extra, owner }): RankedClaim<string> => ({
    form,
    text,
    rank: text.length + extra,
    owner,
  }));
const claims = fc.array(claim, { maxLength: 7 });

test('the winners of a cell are those that a naive search over all claims finds for its strings', () => {
  fc.assert(
    fc.property(claims, (some) => {
      const cells = prefixPartition(some);
      const winners = winnersOf(cells, some);
      for (const text of longer(texts)) {
        const found = winners[cells.find(text)] ?? [];
        expect(found.map(({ owner }) => owner).sort()).toEqual(naiveWinners(some, text));
      }
    }),
    { numRuns: runs(500) },
  );
});

test('every string whose winner changes is in exactly one space, and every string of a space changes so', () => {
  fc.assert(
    fc.property(claims, claims, (before, after) => {
      const cells = prefixPartition([...before, ...after, { form: 'prefix', text: '' }]);
      const [was, is] = [winnersOf(cells, before), winnersOf(cells, after)];
      const spaces = spacesOf(cells, (cell) => {
        const mark = change(names(was[cell]), names(is[cell]));
        return mark === undefined ? undefined : { key: mark, mark };
      });
      for (const text of longer(texts)) {
        const expected = change(naiveWinners(before, text), naiveWinners(after, text));
        const found = spaces.filter(({ space }) => holds(space, text)).map(({ mark }) => mark);
        expect(found).toEqual(expected === undefined ? [] : [expected]);
      }
    }),
    { numRuns: runs(1000) },
  );
});

test('no space could be left out or merged with its parent', () => {
  fc.assert(
    fc.property(claims, claims, (before, after) => {
      const cells = prefixPartition([...before, ...after, { form: 'prefix', text: '' }]);
      const [was, is] = [winnersOf(cells, before), winnersOf(cells, after)];
      const spaces = spacesOf(cells, (cell) => {
        const mark = change(names(was[cell]), names(is[cell]));
        return mark === undefined ? undefined : { key: mark, mark };
      });
      for (const { space, mark } of spaces) {
        const around = spaces.filter(
          (other) => other.space !== space && other.space.but.some((each) => same(each, space.pattern)),
        );
        expect(around.map((other) => other.mark)).not.toContain(mark);
      }
    }),
  );
});

function names(winners: readonly RankedClaim<string>[] | undefined): readonly string[] {
  return (winners ?? []).map(({ owner }) => owner).sort();
}

function change(was: readonly string[], is: readonly string[]): string | undefined {
  return was.join() === is.join() ? undefined : `${was.join()} -> ${is.join()}`;
}

function naiveWinners(some: readonly RankedClaim<string>[], text: string): readonly string[] {
  const covering = some.filter((each) => covers(each, text));
  const exact = covering.filter(({ form }) => form === 'exact');
  const rivals = exact.length > 0 ? exact : covering;
  const highest = Math.max(...rivals.map(({ rank }) => rank));
  return rivals
    .filter(({ rank }) => rank === highest)
    .map(({ owner }) => owner)
    .sort();
}

function holds({ pattern, but }: Space, text: string): boolean {
  return covers(pattern, text) && !but.some((each) => covers(each, text));
}

function covers({ form, text }: Pattern, other: string): boolean {
  return form === 'exact' ? other === text : other.startsWith(text);
}

function same(a: Pattern, b: Pattern): boolean {
  return a.form === b.form && a.text === b.text;
}
