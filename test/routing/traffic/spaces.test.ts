import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../property-seed.ts';
import type { Pattern } from '../../../src/routing/text-pattern.ts';
import { firstIn, rankOf } from '../../../src/routing/url-spaces/url-space.ts';
import { spacesOf, type Space } from '../../../src/routing/traffic/shifts/route-shifts.ts';
import { runs } from '../../runs.ts';
import {
  type CandidateLine,
  type CandidateClaim,
  linesOf,
  type ServerCandidate,
} from '../../../src/routing/url-spaces/candidate-lines.ts';

/** Every string of up to three of three letters; strings of one letter more reveal every difference of the patterns. */
const texts = longer(longer(longer([''])));

function longer(known: readonly string[]): readonly string[] {
  return [...new Set([...known, ...known.flatMap((text) => ['a', 'b', '/'].map((letter) => text + letter))])];
}

/** A claim of an owner on a side. */
interface NamedClaim extends Pattern {
  readonly rank: number;
  readonly owner: string;
}

const claim: fc.Arbitrary<NamedClaim> = fc
  .record({
    form: fc.constantFrom('exact' as const, 'prefix' as const),
    text: fc.constantFrom(...texts.filter(({ length }) => length <= 2)),
    extra: fc.nat(2),
    owner: fc.constantFrom('one', 'two', 'three', 'nobody'),
  })
  .map(({ form, text, extra, owner }) => ({ form, text, rank: text.length + extra, owner }));
const claims = fc.array(claim, { maxLength: 7 });

test('the first candidates of a cell are those that a naive search over all claims finds for its strings', () => {
  fc.assert(
    fc.property(claims, (some) => {
      const { at } = linesOf(some.map((each) => claimOf(each, 'always')));
      for (const text of longer(texts))
        for (const side of ['before', 'after'] as const)
          expect(names(firstIn(at(text), side))).toEqual(naiveWinners(some, text));
    }),
    { numRuns: runs(500) },
  );
});

test('every string whose winner changes is in exactly one space, and every string of a space changes so', () => {
  fc.assert(
    fc.property(claims, claims, (before, after) => {
      const spaces = changedSpaces(before, after);
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
      const spaces = changedSpaces(before, after);
      for (const { space, mark } of spaces) {
        const around = spaces.filter(
          (other) => other.space !== space && other.space.but.some((each) => same(each, space.pattern)),
        );
        expect(around.map((other) => other.mark)).not.toContain(mark);
      }
    }),
  );
});

function changedSpaces(
  before: readonly NamedClaim[],
  after: readonly NamedClaim[],
): ReturnType<typeof spacesOf<string>> {
  const all = [
    ...before.map((each, index) => claimOf(each, 'before', index)),
    ...after.map((each, index) => claimOf(each, 'after', before.length + index)),
  ];
  const { lines } = linesOf(all, [{ form: 'prefix', text: '' }]);
  return spacesOf(lines, ({ candidates }: CandidateLine) => {
    const mark = change(names(firstIn(candidates, 'before')), names(firstIn(candidates, 'after')));
    return mark === undefined ? undefined : { key: mark, mark };
  });
}

function claimOf(
  { form, text, rank, owner }: NamedClaim,
  when: ServerCandidate['when'],
  index?: number,
): CandidateClaim {
  const server = { address: `endpoint/${owner}`, kind: 'endpoint', spec: {} } as const;
  const ranked = rankOf({ form, text }, rank);
  return { form, text, owner: { server, change: index, when, rank: ranked, answers: true } };
}

function names(candidates: readonly ServerCandidate[]): readonly string[] {
  return candidates.map(({ server }) => server?.address.replace('endpoint/', '') ?? '').sort();
}

function change(was: readonly string[], is: readonly string[]): string | undefined {
  return was.join() === is.join() ? undefined : `${was.join()} -> ${is.join()}`;
}

function naiveWinners(some: readonly NamedClaim[], text: string): readonly string[] {
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
