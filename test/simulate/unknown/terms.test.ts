/** Terms whose parts are known, questions about them, and the steps of a way. */
import { expect, test } from 'vitest';
import type { SimulationEvent } from '../../../src/model/traffic/simulation.ts';
import { Term, type Atom } from '../../../src/simulate/unknown/term.ts';
import { equalTerms } from '../../../src/simulate/unknown/term-operations.ts';
import { valueOfTerm } from '../../../src/simulate/unknown/term-value.ts';
import { trailOf } from '../../../src/simulate/unknown/way-trail.ts';

const no = (): boolean => false;

test.each([
  ['<', true, false, false],
  ['<=', true, true, false],
  ['>', false, false, true],
  ['>=', false, true, true],
])('%s of numbers', (operator, ...expected) => {
  const found = [1.5, 2, 2.5].map((left) =>
    valueOfTerm(new Term(no, operator, { args: [left, 2] }), () => undefined),
  );
  expect(found).toEqual(expected);
});

test('a term is compared with a boolean by whether it is true', () => {
  const asked: Atom[] = [];
  const term = new Term(
    (atom) => {
      asked.push(atom);
      return false;
    },
    'vouched for',
    { type: 'bool' },
  );
  expect([equalTerms(term, true), equalTerms(false, term)]).toEqual([false, true]);
  expect(asked.map(({ is }) => is)).toEqual(['true', 'true']);
});

test('the trail of a way has the rules that match and the action that ends it', () => {
  const at = { address: 'endpoint/www', path: ['traffic_policy'], inside: ['on_http_request', 0] };
  const end = { ...at, inside: [...at.inside, 'actions', 0] };
  const events: readonly SimulationEvent[] = [
    { code: 'not-matched', rule: 'first', because: 'false', at },
    { code: 'matched', rule: 'second', at },
    { code: 'ended', by: 'deny', status: 403, at: end },
  ];
  expect(trailOf(events).steps).toEqual([
    { does: 'matches', at },
    { does: 'ends', at: end },
  ]);
});
