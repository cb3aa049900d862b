/** A plan of one address that the ledger knows reads this object, and of the others those that the files change. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from './plan-only-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.writeFiles({}));
afterAll(() => world.close());

async function pathsOf(command: readonly string[], expected: number): Promise<readonly string[]> {
  const before = world.requests().length;
  const { exit, stdout, stderr } = await world.run(command);
  expect(exit, stdout + stderr).toBe(expected);
  return world
    .requests()
    .slice(before)
    .map(({ path }) => path.split('/').slice(1, 3).join('/'));
}

test('reads one object where the files change no other, and says so', async () => {
  world.writeFiles({ 'https-route/a': 'describe' });
  // The route with a secret too: its value must be hidden wherever it appears.
  expect(await pathsOf(['plan', '--only', 'https-route/a'], 0)).toEqual(['edges/https', 'edges/https']);
  const { stdout } = await world.run(['plan', '--only', 'https-route/a']);
  expect(stdout).toMatch(/5 other objects count as last\s+observed/);
});

test('reads an object as well that an approval allows to revert', async () => {
  const approval = `kind: approval
allow: revert
address: https-route/deep
environment: production
change: ${'a0'.repeat(16)}
reason: the dashboard was wrong
`;
  world.write('resources/approval.yaml', approval);
  expect(await pathsOf(['plan', '--only', 'https-route/a'], 0)).toHaveLength(3);
  world.write('resources/approval.yaml', '');
});

test('reads everything where any object may be reverted', async () => {
  world.writeFiles({}, 'revert');
  expect(await pathsOf(['plan', '--only', 'https-route/a'], 0)).toContain('endpoints');
});
