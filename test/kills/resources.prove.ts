/**
 * A disk that fills up, cannot be written, too few files, a clock that jumps, a PostgreSQL server that is restarted.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { randomOf, type Random } from '../model/history/random.ts';
import { converge } from './converge.ts';
import { changedAtRandom, nothingDeclared } from './declared.ts';
import { runShell } from './program.ts';
import { storePlace } from './stores.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const apply = 'apply --yes --allow-deletes 100 --allow-changed-percent 100';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A workspace that declares some dozens of objects; `prepare` gets its folder before anything is in it. */
async function shopWith(
  random: Random,
  server?: PostgresServer,
  prepare?: (root: string) => () => void,
): Promise<Workshop> {
  const place = storePlace(server === undefined ? 'file' : 'postgres', server);
  const undo = prepare?.(place.root);
  const shop = await openWorkshop(place);
  closing.push(shop.close, () => undo?.());
  expect((await shop.run('ledger init')).exit).toBe(0);
  let declared = nothingDeclared;
  for (let count = 0; count < 4; count++) declared = changedAtRandom(declared, random);
  shop.declare(declared);
  return shop;
}

/** Every object that is not in the ledger was named with its id, or is named as unknown by the next run. */
async function expectAccounted(shop: Workshop): Promise<void> {
  const { problems } = await converge(shop);
  expect(problems).toEqual([]);
}

const canMount = (() => {
  const folder = path.join('/tmp', `edgewright-mount-${process.pid}`);
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

function mountBelow(size: string): (root: string) => () => void {
  return (root) => {
    const folder = path.join(root, '.edgewright');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
    return () => void execFileSync('umount', ['--lazy', folder]);
  };
}

describe.skipIf(!canMount)(
  `a file system of its own${canMount ? '' : ' (skipped: only root can mount one)'}`,
  () => {
    test.each([1, 2, 3, 4, 5, 6, 7, 8])(
      'that fills up while an apply writes (%s)',
      async (seed) => {
        const random = randomOf(seed);
        const shop = await shopWith(random, undefined, mountBelow('300k'));
        const filler = path.join(shop.where.cwd, '.edgewright/filler');
        shop.door.afterWrites(1 + random.below(20), () => fill(filler));
        const { exit, text } = await runShell(shop.where, apply);
        expect([0, 74], text.slice(-1500)).toContain(exit);
        rmSync(filler, { force: true });
        for (const { id, isLive } of shop.door.made)
          expect(!isLive || text.includes(id), `${id}\n${text}`).toBe(true);
        await expectAccounted(shop);
      },
      120_000,
    );

    test('that is full before the run: nothing is sent', async () => {
      const shop = await shopWith(randomOf(1), undefined, mountBelow('300k'));
      const filler = path.join(shop.where.cwd, '.edgewright/filler');
      fill(filler);
      const { exit, text } = await runShell(shop.where, apply);
      expect([exit, shop.door.counts.creates]).toEqual([74, 0]);
      expect(text).toContain('the disk is full');
      rmSync(filler);
      await expectAccounted(shop);
    });

    test('that is read-only: nothing is sent, and plan works', async () => {
      const shop = await shopWith(randomOf(1), undefined, mountBelow('300k'));
      const folder = path.join(shop.where.cwd, '.edgewright');
      const remount = (how: string): void => void execFileSync('mount', ['-o', `remount,${how}`, folder]);
      remount('ro');
      const plan = await runShell(shop.where, 'plan');
      expect(plan.exit, plan.text).toBe(0);
      const { exit, text } = await runShell(shop.where, apply);
      expect([exit, shop.door.counts.creates]).toEqual([74, 0]);
      expect(text).toContain('the file system is read-only');
      remount('rw');
      await expectAccounted(shop);
    });
  },
);

function fill(file: string): void {
  for (const piece of [16_384, 1024, 64, 1]) {
    try {
      for (;;) writeFileSync(file, 'x'.repeat(piece), { flag: 'a' });
    } catch {
      // The next smaller piece.
    }
  }
}

test.each([18, 20, 22, 24, 26, 28, 30, 34, 40])(
  'at most %s open files',
  async (most) => {
    const shop = await shopWith(randomOf(most));
    const { exit, text } = await runShell(shop.where, apply, `ulimit -n ${most};`);
    // Node itself does not start with fewer.
    expect([0, 3, 4, 69, 74, 134, 1, 70], text.slice(-1500)).toContain(exit);
    await expectAccounted(shop);
  },
  120_000,
);

test.each([1, 2, 3, 4])('a clock that jumps by hours, to and fro (%s)', async (seed) => {
  const shop = await shopWith(randomOf(seed));
  const env = { ...shop.where.env, CLOCK_JUMPS_MS: '7200000' };
  const { exit, text } = await runShell({ ...shop.where, env }, apply);
  expect(exit, text.slice(-1500)).toBe(0);
  await expectAccounted(shop);
});

describe.skipIf(postgresPrograms === undefined)(`PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  test.each(['fast', 'immediate', 'fast', 'immediate'] as const)(
    'restarted while an apply writes (%s)',
    async (mode) => {
      const random = randomOf(mode.length);
      const shop = await shopWith(random, server);
      let restarted: Promise<void> | undefined;
      shop.door.afterWrites(3 + random.below(10), () => {
        restarted = server.restart(mode);
      });
      const { exit, text } = await runShell(shop.where, apply);
      await restarted;
      expect(exit, text).toBe(0);
      await expectAccounted(shop);
    },
    120_000,
  );
});

test('nothing temporary is left behind', async () => {
  const shop = await shopWith(randomOf(1));
  await expectAccounted(shop);
  const left = readdirSync(path.join(shop.where.cwd, '.edgewright/production'));
  expect(left.filter((name) => /tmp|lock/.test(name))).toEqual([]);
});
