import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import type { Live } from '../../src/model/live.ts';
import { edgesOf } from '../../src/routing/edges.ts';

test('the endpoints of one edge are collected with work in proportion to their number', async () => {
  const prepare = (size: number): (() => void) => {
    const listed = Array.from({ length: size }, (_, index): Live => ({
      kind: 'endpoint',
      id: `ep_${index}`,
      spec: {},
      isManageable: false,
      served: { edge: 'edghts_1', url: `https://shop-${index}.example.com` },
    }));
    return () => {
      expect(edgesOf([], listed).listeners.get('edghts_1')).toHaveLength(size);
    };
  };
  expect(await growth(prepare, 200)).toBeLessThan(mostGrowth);
});
