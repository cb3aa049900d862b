import { expect, test } from 'vitest';
import { plan } from '../../src/plan/plan.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { baseInput } from './plan-case.ts';

const at = (match: string, more: object = {}): object => ({
  edge_id: 'edghts_1',
  match_type: 'path_prefix',
  match,
  ...more,
});
const office = { ip_restriction: { ip_policy_ids: ['ipp_1'] } };
const off = { ip_restriction: { ip_policy_ids: ['ipp_1'], enabled: false } };

function planned(only: readonly string[], was: object, desired: object): Plan {
  const input = baseInput({ name: '', expect: '', was: was as never, desired: desired as never });
  return plan({ ...input, only });
}

test('a plan of chosen resources is not held by what is refused of others', () => {
  const was = { 'https-route/core': at('/core'), 'https-route/shop': at('/shop', office) };
  const desired = { 'https-route/core': { compression: { enabled: true } }, 'https-route/shop': off };
  const refusedIn = (only: readonly string[]): readonly string[] =>
    planned(only, was, desired).refusals.flatMap(({ addresses }) => addresses);
  expect(refusedIn([])).toEqual(['https-route/shop']);
  expect(refusedIn(['https-route/core'])).toEqual([]);
  expect(refusedIn(['https-route/shop'])).toEqual(['https-route/shop']);
});

test('it is held by its own exposure if only the chosen steps are done', () => {
  const was = { 'https-route/core': at('/core', office), 'https-route/shop': at('/shop') };
  const desired = { 'https-route/core': off, 'https-route/shop': { compression: { enabled: true } } };
  const { refusals } = planned(['https-route/core'], was, desired);
  expect(refusals.flatMap(({ addresses }) => addresses)).toEqual(['https-route/core']);
});
