/** Three shards with a few kills; `shards.prove.ts` plays many rounds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { randomOf } from '../model/history/random.ts';
import { readFileSync } from 'node:fs';
import { ledgerStore } from '../../src/ledger/ledger-store.ts';
import { aRun } from '../ledger/a-run.ts';
import { closeLedgers, ledgerAt } from '../ledger/postgres/ledger-at.ts';
import { changedAtRandom, nothingDeclared } from './declared.ts';
import { killedShards } from './kill-shards.ts';
import { storePlace } from './stores.ts';
import { openWorkshop } from './workshop.ts';

const patience = 120_000;

describe.skipIf(postgresPrograms === undefined)(`shards and PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
  }, patience);
  afterAll(() => server.remove());

  test(
    'do their own steps, and are all refused what the whole plan is',
    async () => {
      const shop = await openWorkshop(storePlace('postgres', server));
      try {
        await shop.run('ledger init');
        shop.declare(changedAtRandom(nothingDeclared, randomOf(3)));
        const done = await Promise.all([1, 2].map((number) => shop.run(`apply --yes --shard ${number}/2`)));
        expect(done.map(({ exit }) => exit)).toEqual([0, 0]);
        for (const { text } of done)
          expect(text).toMatch(/^Plan for production, shard [12] of 2 \(\d of \d steps\): \d to create/);
        expect(shop.door.made.filter(({ isLive }) => isLive).length).toBe(6);
        expect((await shop.run('plan --detailed-exitcode')).exit).toBe(0);
        const log = (await shop.run('ledger log')).text;
        expect(log).toContain('apply --shard 1/2');

        const lineage = /lineage: ([\w-]+)/.exec(
          readFileSync(`${shop.where.cwd}/edgewright.yaml`, 'utf8'),
        )?.[1];
        const store = ledgerStore({ backend: ledgerAt(server.url(), { workspace: lineage ?? '' }).backend });
        const run = { ...aRun, id: 'other', at: new Date().toISOString(), commit: 'c0ffee' };
        const other = await store.lock('production', run, { shard: { number: 1, of: 2 } });
        await other.divide?.(JSON.stringify({ format: 1, run, inputs: 'others', groups: [] }));
        const late = await shop.run('apply --yes --shard 2/2');
        expect([late.exit, late.text]).toEqual([
          5,
          expect.stringMatching(
            /^error: shards of `production` are being applied from other files or settings, or to another API: run other .* began with them at commit c0ffee\n {2}= help: nothing was applied; check out the same commit/m,
          ),
        ]);
        const scheduled = await shop.run('apply --auto --shard 2/2');
        expect([scheduled.exit, scheduled.text]).toEqual([
          0,
          expect.stringContaining('production: nothing was applied: run other'),
        ]);
        await other.release();

        expect((await shop.run('apply --yes --shard 1/3')).text).toContain(
          '`edgewright ledger shards 3 --env production`',
        );
        expect((await shop.run('ledger shards 3 --env production')).text).toBe(
          '`production` is divided into 3 shards: use `--shard <number>/3`\n',
        );

        shop.declare(nothingDeclared);
        const refused = [
          await shop.run('apply --yes --shard 1/3'),
          await shop.run('apply --yes --shard 2/3'),
        ];
        expect(refused.map(({ exit }) => exit)).toEqual([6, 6]);
        expect(shop.door.counts.deletes).toBe(0);
      } finally {
        await closeLedgers();
        await shop.close();
      }
    },
    patience,
  );

  test(
    'lose and double nothing while their processes and connections are killed',
    async () => {
      const options = { rounds: 1, kills: 3, of: 3, random: randomOf(1) };
      const { problems, kills, creates, shards } = await killedShards(server, options);
      expect(problems).toEqual([]);
      expect(kills).toBeGreaterThanOrEqual(3);
      expect(creates).toBeGreaterThan(15);
      expect([...shards].sort()).toEqual([1, 2, 3]);
    },
    patience,
  );
});
