import { afterEach, describe, expect, it } from 'vitest';
import { SecretReference } from '../../src/model/secret-reference.ts';
import { outcomeText } from '../../src/report/run/outcome-words.ts';
import { docs, oidc, shop, short } from './applied.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

describe('secrets', () => {
  const unset = { ...oidc, client_secret: new SecretReference([{ secret: 'NOT_SET' }]) };

  it('that are missing block their step, and the others go on', async () => {
    world = await openWorld();
    const { outcomes } = await world.apply([
      world.create('https-route/docs', { ...docs, oidc: unset }),
      world.create('endpoint/shop', shop),
    ]);
    expect(outcomes.map(short)).toEqual([
      'blocked create https-route/docs: secrets are not set: NOT_SET',
      'done create endpoint/shop: created',
    ]);
    expect(world.passed).toHaveLength(1);
  });

  it('that the service repeats are not shown, whole or cut', async () => {
    const said = (value: string) => ({ status: 400, body: { msg: value } });
    world = await openWorld(({ count }) =>
      said(count === 1 ? 'bad secret hunter2-hunter2!' : `${'x'.repeat(288)}hunter2-hunter2`),
    );
    const routes = ['a', 'b'].map((name) =>
      world.create(`https-route/${name}`, { ...docs, match: `/${name}`, oidc }),
    );
    const { outcomes } = await world.apply(routes, { concurrency: 1 });
    expect(outcomeText(outcomes[0]!)).toMatch(/bad secret \(secret\)!$/);
    expect(outcomeText(outcomes[1]!)).toMatch(/x\(secret\)…$/);
    expect(JSON.stringify(outcomes)).not.toMatch(/hunter/);
  });

  it('keep their former fingerprint if they are not sent', async () => {
    world = await openWorld();
    const fingerprint = (uid: string) => (path: unknown, value: { reveal: () => string }) =>
      `${uid.slice(0, 2)}:${String(path)}:${value.reveal().length}`;
    await world.apply([world.create('https-route/docs', { ...docs, oidc })], { fingerprint });
    const kept = {
      template: '$(secret:OIDC)',
      fingerprint: expect.stringContaining(':oidc,client_secret:15'),
    };
    const before = (await world.stored())!.resources['https-route/docs']!;
    expect(before.applied!['oidc']).toMatchObject({ client_secret: { $secret: kept } });
    const update = await world.update('https-route/docs', { description: 'now with words' });
    await world.apply([{ ...update, desired: { ...docs, oidc, description: 'now with words' } }], {
      fingerprint,
    });
    const after = (await world.stored())!.resources['https-route/docs']!;
    expect(after.applied!['oidc']).toEqual(before.applied!['oidc']);
    expect(after.uid).toBe(before.uid);
  });
});
