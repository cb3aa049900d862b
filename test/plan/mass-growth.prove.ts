import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import { baseInput } from './plan-case.ts';

test('looking for creates without a response takes work in proportion to their number', async () => {
  const creates = (name: string, size: number): Record<string, JsonObject> =>
    Object.fromEntries(
      Array.from({ length: size }, (_, index) => [
        `endpoint/${name}-${index}`,
        { url: `https://${name}-${index}.example.com` },
      ]),
    );
  const prepare = (size: number) => {
    const unknown = creates('lost', size);
    const desired = creates('next', size);
    const input = baseInput({ name: '', unknown, desired, now: '2026-03-01T12:00:01Z', expect: '' });
    return () => expect(plan(input).steps).toHaveLength(2 * size);
  };
  expect(await growth(prepare, 100)).toBeLessThan(mostGrowth);
});
