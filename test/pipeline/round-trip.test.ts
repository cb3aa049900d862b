import { afterAll, beforeAll, test } from 'vitest';
import { roundTrips } from './round-trip.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('compile, apply, plan nothing; edit, plan exactly that, apply, plan nothing', async () => {
  await roundTrips(() => world, 260);
});
