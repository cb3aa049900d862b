import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import type { Step } from '../../src/model/plan/step.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { openPlanning } from '../../src/plan/input.ts';
import { blockSteps } from '../../src/plan/obstacles/block-steps.ts';
import { withUnknownCreates } from '../../src/plan/obstacles/unknown-creates.ts';
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
    const input = baseInput({ name: '', unknown, now: '2026-03-01T12:00:01Z', expect: '' });
    const steps = Object.entries(creates('next', size)).map(
      ([address, desired]) => ({ action: 'create', address, kind: 'endpoint', desired }) as unknown as Step,
    );
    const planning = openPlanning(input);
    return () => {
      const all = withUnknownCreates(planning, steps);
      expect(blockSteps({ planning, pairs: [], steps: all, rest: [] })).toHaveLength(2 * size);
    };
  };
  expect(await growth(prepare, 100)).toBeLessThan(mostGrowth);
});
