import { expect, test } from 'vitest';
import type { Neighbor } from '../../src/plan/obstacles/neighbor.ts';
import { plan } from '../../src/plan/plan.ts';
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
