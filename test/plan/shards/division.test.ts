import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shardGroups, shardNumbers } from '../../../src/plan/shards/division.ts';
import type { Address } from '../../../src/model/workspace/address.ts';

type Declared = Parameters<typeof shardGroups>[0]['desired'][number];

const endpoint = (name: string, url: string, formerly: readonly Address[] = []): Declared => ({
  address: `endpoint/${name}`,
  kind: 'endpoint',
  spec: { url },
  formerly,
});
const nothing = { plan: { steps: [] }, ledger: { resources: {}, orphans: {} } };

const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/), { minLength: 1, maxLength: 30 });
/** Several objects want the same URL now and then. */
const declared = fc
  .tuple(names, fc.array(fc.nat(12), { minLength: 30, maxLength: 30 }))
  .map(([all, urls]) => all.map((name, index) => endpoint(name, `https://u${urls[index]}.example.com`)));
const shardCount = fc.integer({ min: 1, max: 100 });

describe('the division among shards', () => {
  it('has each object in exactly one shard, those that compete for a URL in the same', () => {
    fc.assert(
      fc.property(declared, shardCount, (desired, count) => {
        const shardOf = shardNumbers(shardGroups({ ...nothing, desired }), count);
        const byUrl = new Map<unknown, number>();
        for (const { address, spec } of desired) {
          const shard = shardOf(address);
          expect(shard).toBeGreaterThanOrEqual(1);
          expect(shard).toBeLessThanOrEqual(count);
          expect(shard).toBe(byUrl.get(spec['url']) ?? shard);
          byUrl.set(spec['url'], shard);
        }
      }),
    );
  });

  it('does not depend on the order, and no unrelated object moves another', () => {
    fc.assert(
      fc.property(declared, names, shardCount, (desired, more, count) => {
        const shardOf = shardNumbers(shardGroups({ ...nothing, desired }), count);
        const strangers = more.map((name) => endpoint(`x-${name}`, `https://${name}.example.org`));
        const others = shardNumbers(
          shardGroups({ ...nothing, desired: [...strangers, ...desired].reverse() }),
          count,
        );
        for (const { address } of desired) expect(others(address)).toBe(shardOf(address));
      }),
    );
  });

  it('gives all shards about as much', () => {
    const shardOf = shardNumbers([], 8);
    const sizes = Array.from({ length: 8 }, () => 0);
    for (let index = 0; index < 8_000; index++) sizes[shardOf(`endpoint/e${index}`) - 1]!++;
    for (const size of sizes) expect(Math.abs(size - 1_000)).toBeLessThan(120);
  });

  it('stays as it is from one version to the next, since processes of two may run at once', () => {
    const shardOf = shardNumbers([['endpoint/a', 'endpoint/b']], 100);
    expect([shardOf('endpoint/a'), shardOf('endpoint/b'), shardOf('https-route/shop')]).toEqual([12, 12, 99]);
  });

  it('keeps together what one change needs of another', () => {
    const step = { action: 'update', kind: 'endpoint', changes: [], requests: [] } as never;
    const steps = [
      { ...(step as object), address: 'endpoint/b', restsOn: ['endpoint/a'] },
      { ...(step as object), address: 'endpoint/c', formerly: 'endpoint/old' },
      { ...(step as object), address: 'endpoint/d', predicted: { url: 'https://d.example.com' } },
    ] as never;
    const entry = { kind: 'endpoint', observed: { url: 'https://d.example.com' } } as never;
    const unknown = { kind: 'endpoint', identity: { url: 'https://e.example.com' } } as never;
    expect(
      shardGroups({
        plan: { steps },
        desired: [endpoint('e', 'https://e.example.com'), endpoint('f', 'https://f.example.com')],
        ledger: {
          resources: { 'endpoint/was-d': entry },
          orphans: {},
          unknown: { 'endpoint/was-e': unknown },
        },
      }),
    ).toEqual([
      ['endpoint/a', 'endpoint/b'],
      ['endpoint/c', 'endpoint/old'],
      ['endpoint/d', 'endpoint/was-d'],
      ['endpoint/e', 'endpoint/was-e'],
    ]);
  });
});
