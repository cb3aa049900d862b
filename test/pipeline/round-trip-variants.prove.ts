import { describe, test } from 'vitest';
import type { ServerOptions } from '../../src/server/start-server.ts';
import { roundTrips } from './round-trip.ts';
import { openWorld } from './world.ts';

/** Services that differ where the API's documentation is silent; the round trip must work with each. */
const services: readonly (readonly [string, Pick<ServerOptions, 'secrets' | 'absentInUpdate'>])[] = [
  ['answers secrets as stars', { secrets: 'masked' }],
  ['answers secrets as nothing', { secrets: 'empty' }],
  ['resets what an update leaves out', { absentInUpdate: 'reset' }],
];

describe.each(services)('a service that %s', (_, options) => {
  test('compile, apply, plan nothing; edit, plan exactly that, apply, plan nothing', async () => {
    const world = await openWorld(options);
    try {
      await roundTrips(() => world, 80, options.secrets === 'empty' ? { unseen: /\bsecret$|_secret$/ } : {});
    } finally {
      await world.close();
    }
  });
});
