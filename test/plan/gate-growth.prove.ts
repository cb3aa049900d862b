import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import { baseInput } from './plan-case.ts';

function routeSpec(match: string, policies?: readonly string[]): JsonObject {
  return {
    edge_id: 'edghts_1',
    match_type: 'path_prefix',
    match,
    backend: { backend_id: 'bkdhr_1' },
    ...(policies === undefined ? {} : { ip_restriction: { ip_policy_ids: policies } }),
  };
}

test('the work of the gate grows in proportion to the number of routes', async () => {
  const prepare = (size: number): (() => void) => {
    const desired = Object.fromEntries([
      ['https-route/all', routeSpec('/')],
      ...Array.from({ length: size }, (_, index) => [
        `https-route/n${index}`,
        routeSpec(`/p${index}`, ['ipp_1']),
      ]),
    ]) as Record<string, JsonObject>;
    const input = baseInput({ name: 'many', desired, expect: '' });
    return () => void plan(input);
  };
  expect(await growth(prepare, 100)).toBeLessThan(mostGrowth);
});
