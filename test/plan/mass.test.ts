import { expect, test } from 'vitest';
import type { Step } from '../../src/model/plan/step.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { Neighbor } from '../../src/plan/collision/claims.ts';
import { openPlanning } from '../../src/plan/input.ts';
import { plan } from '../../src/plan/plan.ts';
import { blockUnknown } from '../../src/plan/steps/unknown-creates.ts';
import { growth, mostGrowth } from '../growth.ts';
import { baseInput, idOf } from './plan-case.ts';

const addresses = Array.from({ length: 20 }, (_, index) => `endpoint/e${index}`);
const specs = Object.fromEntries(
  addresses.map((address) => [address, { url: `https://${address.slice(9)}.example.com` }]),
);

test('the ledger of another environment is indexed once', () => {
  const others = Object.fromEntries(addresses.map((address) => [address, `${idOf(address)}x`]));
  const input = baseInput({
    name: '',
    was: specs,
    listed: Object.values(others).map((id, index) => ({
      kind: 'endpoint',
      id,
      spec: specs[addresses[index]!]!,
    })),
    neighbors: { staging: { ledger: others } },
    expect: '',
  });
  const [{ ledger, ...neighbor }] = input.neighbors as [Neighbor];
  let reads = 0;
  const counted = {
    ...ledger!,
    get resources() {
      reads++;
      return ledger!.resources;
    },
  };
  expect(plan({ ...input, neighbors: [{ ...neighbor, ledger: counted }] }).steps).toHaveLength(20);
  expect(reads).toBe(1);
});

test('looking for creates without a response takes time in proportion to their number', () => {
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
    return () => expect(blockUnknown(openPlanning(input), steps)).toHaveLength(2 * size);
  };
  expect(growth(prepare, 100)).toBeLessThan(mostGrowth);
});
