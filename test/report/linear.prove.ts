import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import type { AskedApproval } from '../../src/model/approval.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { Json } from '../../src/model/value.ts';
import { pack } from '../../src/report/page/pack.ts';
import { planView } from '../../src/report/plan/plan-view.ts';
import { planOf, stepOf } from './made-plan.ts';

/** A plan whose steps are all refused and all serve a new URL; `read` is called whenever one of these is looked at. */
function riskyPlan(count: number, read: () => void): Plan {
  const steps = Array.from({ length: count }, (_, index) => stepOf(`https-route/r-${index}`, 'create'));
  const approvals = steps.map(({ address }): AskedApproval => ({
    allow: 'exposure',
    environment: 'production',
    change: 'c0ffee',
    get address() {
      read();
      return address;
    },
  }));
  const addresses = steps.map(({ address }) => address);
  const refusal = {
    gate: 'exposure' as const,
    fact: { code: 'less-protected' as const },
    approvals,
    get addresses() {
      read();
      return addresses;
    },
  };
  const traffic = addresses.map((to, index) => ({
    space: `https://shop.example.com/${index}/*`,
    get to() {
      read();
      return to;
    },
  }));
  return planOf(steps, { refusals: [refusal], traffic });
}

test('refusals, approvals and new URLs are looked at as often as there are some, not once for each step', () => {
  const readsOf = (count: number): number => {
    let reads = 0;
    const view = planView(
      riskyPlan(count, () => reads++),
      () => undefined,
    );
    expect(view.steps.every(({ approvals, refused }) => approvals.length + refused.length === 2)).toBe(true);
    expect(view.steps[0]?.facts[0]).toContain('newly serves');
    return reads;
  };
  const small = readsOf(10);
  expect(readsOf(80)).toBeLessThanOrEqual(8 * small);
});

test('packing takes work in proportion to the value, however deep', async () => {
  const nested = (depth: number): Json => {
    let value: Json = 'the innermost';
    for (let level = 0; level < depth; level++) value = { level, value };
    return value;
  };
  const packing = (depth: number) => {
    const value = nested(depth);
    return () => void pack(value);
  };
  expect(await growth(packing, 200)).toBeLessThan(mostGrowth);
});
