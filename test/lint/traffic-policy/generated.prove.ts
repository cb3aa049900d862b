/** Mistakes made by a seeded generator on published policies are found. */
import { expect, test } from 'vitest';
import { checkTrafficPolicy } from '../../../src/lint/traffic-policy/check-traffic-policy.ts';
import type { Json } from '../../../src/model/value.ts';
import { changesAt, chooser, spots } from './generated-mistakes.ts';

const carrier = { isCloud: false, isInternal: false };

function mistakesOf(tree: Json): readonly string[] {
  return checkTrafficPolicy(tree, { carrier, ownActions: new Map() }).map(
    ({ message, inside }) => `${inside.join('/')}: ${message}`,
  );
}

/** Only what is right as it is shows what is found of a mistake. */
const right = spots.filter(({ tree }) => mistakesOf(tree).length === 0);

test('200 generated mistakes are found', () => {
  const choose = chooser(20_261_127);
  const all = right
    .map((spot) => ({ spot, changes: changesAt(spot) }))
    .filter(({ changes }) => changes.length > 0);
  const missed: string[] = [];
  for (let index = 0; index < 200; index++) {
    const one = all[choose(all.length)];
    const change = one?.changes[choose(one.changes.length)];
    if (one === undefined || change === undefined) throw new Error('nothing to choose from');
    const found = mistakesOf(change.tree);
    if (!found.some((line) => line.includes(change.word)))
      missed.push(`${one.spot.id} ${one.spot.action.type} ${change.name}: ${found.join('; ')}`);
  }
  expect(missed).toEqual([]);
});

test('every mistake that can be generated is found', () => {
  const missed = right.flatMap((spot) =>
    changesAt(spot).flatMap(({ name, tree, word }) => {
      const found = mistakesOf(tree);
      return found.some((line) => line.includes(word))
        ? []
        : [`${spot.id} ${spot.action.type} ${name}: ${found.join('; ')}`];
    }),
  );
  expect(missed).toEqual([]);
});
