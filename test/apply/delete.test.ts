import { afterEach, describe, expect, it } from 'vitest';
import { shop, short } from './applied.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

describe('a delete', () => {
  const isDelete = ({ method }: { method: string }): boolean => method === 'DELETE';

  it.each([
    ['none' as const],
    ['lost-answer' as const],
    ['lost' as const],
    [{ status: 500 }],
    [{ status: 500, isCarriedOut: true }],
  ])('removes the entry from the ledger, also if the response is %j', async (fault) => {
    world = await openWorld((passing) => (isDelete(passing) && passing.count === 1 ? fault : 'none'));
    await world.apply([world.create('endpoint/shop', shop)]);
    await world.later(61_000);
    const { outcomes, ledger } = await world.apply([await world.remove('endpoint/shop')]);
    expect(outcomes.map(short)).toEqual(['done delete endpoint/shop: deleted']);
    expect(world.server.outside.objects('endpoint')).toEqual([]);
    expect(ledger.resources).toEqual({});
  });

  it('of an object changed outside Edgewright since the plan is not sent', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', shop)]);
    const remove = await world.remove('endpoint/shop');
    await world.server.outside.change('endpoint', remove.id!, { description: 'still needed' });
    const { outcomes } = await world.apply([remove]);
    expect(outcomes[0]).toMatchObject({ status: 'failed', cause: 'stale' });
    expect(world.passed.filter(isDelete)).toEqual([]);
  });

  it('of an object that is already gone is done', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', shop)]);
    const remove = await world.remove('endpoint/shop');
    await world.server.outside.remove('endpoint', remove.id!);
    // What was written a moment ago may not be visible yet.
    const early = await world.apply([remove]);
    expect(early.outcomes[0]).toMatchObject({ status: 'failed', cause: 'stale' });
    await world.later(61_000);
    const { outcomes, ledger } = await world.apply([remove]);
    expect(outcomes[0]).toMatchObject({ status: 'done' });
    expect(ledger.resources).toEqual({});
    expect(world.passed.filter(isDelete)).toEqual([]);
  });
});
