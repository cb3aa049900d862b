import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { Step } from '../../../src/model/plan/step.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { partOfPlan } from '../../../src/plan/shards/division.ts';

const step = (address: Address, more: Partial<Step> = {}): Step => ({
  action: 'update',
  address,
  kind: 'endpoint',
  reason: { code: 'changed' } as never,
  changes: [],
  requests: [{ method: 'PATCH', path: '/x' }] as never,
  remedies: [],
  missingSecrets: [],
  hash: 'h',
  isProtected: false,
  ...more,
});
const planOf = (steps: readonly Step[]): Plan =>
  ({
    environment: 'production',
    steps,
    notes: [
      { topic: 'settling', address: 'endpoint/a1', fact: { code: 'settling', id: 'a' } },
      { topic: 'settling', address: 'endpoint/b1', fact: { code: 'settling', id: 'b' } },
      { topic: 'orphan', fact: { code: 'stray', id: 's' } },
      { topic: 'unlisted', fact: { code: 'routes-unlisted' } },
    ],
    refusals: [{ gate: 'max_deletes', addresses: ['endpoint/b1'] }],
  }) as unknown as Plan;
/** Shard 1 has what begins with a, shard 2 the rest. */
const shardOf = (address: Address): number => (address.startsWith('endpoint/a') ? 1 : 2);
const first = { number: 1, of: 2 };

describe('the part of a plan that one shard does', () => {
  it('has its own steps and notes, and the refusals of the whole', () => {
    const whole = planOf([step('endpoint/a1'), step('endpoint/b1'), step('endpoint/a2', { action: 'keep' })]);
    const { plan, left } = partOfPlan(whole, first, shardOf);
    expect(left).toEqual([]);
    expect(plan.steps.map(({ address }) => address)).toEqual(['endpoint/a1', 'endpoint/a2']);
    expect(plan.summary).toMatchObject({ update: 1, keep: 1 });
    expect(plan.shard).toEqual({ number: 1, of: 2, steps: 1, all: 2 });
    expect(plan.refusals).toBe(whole.refusals);
    // Another shard may have made a stray object a moment ago.
    expect(plan.notes.map(({ fact }) => fact.code)).toEqual(['settling', 'routes-unlisted']);
  });

  it('leaves out what depends on a change of another shard, and what depends on that', () => {
    const { plan, left } = partOfPlan(
      planOf([
        step('endpoint/a3', { restsOn: ['endpoint/a2'] }),
        step('endpoint/a2', { restsOn: ['endpoint/a1'] }),
        step('endpoint/a1', { restsOn: ['endpoint/b1'] }),
        step('endpoint/a4', { formerly: 'endpoint/b2' }),
        step('endpoint/a5', { restsOn: ['endpoint/a6', 'endpoint/b3'] }),
        step('endpoint/a6'),
        step('endpoint/b1'),
        step('endpoint/b3', { action: 'keep', requests: [] }),
      ]),
      first,
      shardOf,
    );
    expect(plan.steps.map(({ address }) => address)).toEqual(['endpoint/a5', 'endpoint/a6']);
    expect(left.map(({ address, status, reason }) => [address, status, reason])).toEqual([
      ['endpoint/a3', 'skipped', { code: 'rests-on-failed', other: 'endpoint/a2' }],
      ['endpoint/a2', 'skipped', { code: 'rests-on-failed', other: 'endpoint/a1' }],
      ['endpoint/a1', 'skipped', { code: 'other-shard', other: 'endpoint/b1', shard: 2 }],
      ['endpoint/a4', 'skipped', { code: 'other-shard', other: 'endpoint/b2', shard: 2 }],
    ]);
  });
});
