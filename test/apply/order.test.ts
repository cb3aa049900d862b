import { afterEach, describe, expect, it } from 'vitest';
import { shop, short } from './applied.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

describe('the order', () => {
  it('adds protection before it removes any, and deletes last', async () => {
    world = await openWorld();
    const names = ['a', 'b', 'c', 'd'] as const;
    const url = (name: string): string => `https://${name}.example.com`;
    await world.apply(names.map((name) => world.create(`endpoint/${name}`, { url: url(name) })));
    const looser = {
      direction: 'weaker' as const,
      reasons: [],
      isAllowed: true,
      change: '4afc6903b1d24e0f9a7c55d0c8e1b2f3',
    };
    const ended: string[] = [];
    await world.apply(
      [
        await world.remove('endpoint/a'),
        await world.update('endpoint/b', { description: 'x' }, { exposure: looser }),
        await world.update('endpoint/c', { description: 'x' }),
        world.create('endpoint/e', { url: url('e') }),
      ],
      { onOutcome: ({ address }) => ended.push(address) },
    );
    expect(ended).toEqual(['endpoint/e', 'endpoint/c', 'endpoint/b', 'endpoint/a']);
  });

  it('lets a step wait for the one that frees its URL', async () => {
    world = await openWorld();
    await world.apply([
      world.create('endpoint/old', shop),
      world.create('endpoint/b', { url: 'https://b.example.com' }),
    ]);
    const ended: string[] = [];
    const { outcomes } = await world.apply(
      [
        { ...world.create('endpoint/new', { url: 'https://b.example.com' }), restsOn: ['endpoint/b'] },
        { ...(await world.update('endpoint/b', shop)), restsOn: ['endpoint/old'] },
        await world.remove('endpoint/old'),
      ],
      { onOutcome: ({ address }) => ended.push(address) },
    );
    expect(ended).toEqual(['endpoint/old', 'endpoint/b', 'endpoint/new']);
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });

  it('skips steps that wait for a failed one', async () => {
    world = await openWorld(({ method }) => (method === 'DELETE' ? { status: 403 } : 'none'));
    await world.apply([world.create('endpoint/old', shop)]);
    const { outcomes } = await world.apply([
      { ...world.create('endpoint/new', shop), restsOn: ['endpoint/old'] },
      await world.remove('endpoint/old'),
    ]);
    expect(outcomes.map(short)).toEqual([
      'skipped create endpoint/new: not attempted: safe only after `endpoint/old`, which was not done',
      'failed delete endpoint/old: `DELETE /endpoints/{id}` returned 403 (the credential may not do this)',
    ]);
  });
});
