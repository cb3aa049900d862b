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
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { aRun } from '../ledger/a-run.ts';
import { closeLedgers, ledgerAt } from '../ledger/postgres/ledger-at.ts';
import { changedAtRandom, nothingDeclared } from './declared.ts';
import { version } from '../../src/version.ts';
import type { ShardInputs } from '../../src/model/ledger/shard.ts';
import { converge } from './converge.ts';
import { killProgram, runProcess, startProgram } from './program.ts';
import { killedShards } from './kill-shards.ts';
import { storePlace } from './stores.ts';
import { openWorkshop } from './workshop.ts';

describe.skipIf(postgresPrograms === undefined)(`shards and PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
  });
  afterAll(() => server.remove());

  test('do their own steps, and are all refused what the whole plan is', async () => {
    const shop = await openWorkshop(storePlace('postgres', server));
    try {
      await shop.run('ledger init');
      shop.declare(changedAtRandom(nothingDeclared, randomOf(3)));
      const done = await Promise.all([1, 2].map((number) => shop.run(`apply --yes --shard ${number}/2`)));
      expect(done.map(({ exit }) => exit)).toEqual([0, 0]);
      for (const { text } of done)
        expect(text).toMatch(/^Plan for production, shard [12] of 2 \(\d of \d steps?\): \d to create/);
      expect(shop.door.made.filter(({ isLive }) => isLive).length).toBe(6);
      expect((await shop.run('plan --detailed-exitcode')).exit).toBe(0);
      const log = (await shop.run('ledger log')).text;
      expect(log).toContain('apply --shard 1/2');

      expect((await shop.run('apply --yes --shard 1/3')).text).toContain(
        '`edgewright ledger shards 3 --env production`',
      );
      expect((await shop.run('ledger shards 3 --env production')).text).toBe(
        '`production` is divided into 3 shards: use `--shard <number>/3`\n',
      );

      shop.declare(nothingDeclared);
      const refused = [await shop.run('apply --yes --shard 1/3'), await shop.run('apply --yes --shard 2/3')];
      expect(refused.map(({ exit }) => exit)).toEqual([6, 6]);
      expect(shop.door.counts.deletes).toBe(0);
    } finally {
      await closeLedgers();
      await shop.close();
    }
  });

  test('are refused beside a live run with other inputs, as an apply is beside any live run', async () => {
    const shop = await openWorkshop(storePlace('postgres', server));
    try {
      await shop.run('ledger init');
      shop.declare(changedAtRandom(nothingDeclared, randomOf(4)));
      const lineage = /lineage: ([\w-]+)/.exec(
        readFileSync(`${shop.where.cwd}/edgewright.yaml`, 'utf8'),
      )?.[1];
      const store = ledgerStore({ backend: ledgerAt(server.url(), { workspace: lineage ?? '' }).backend });
      const ci = { url: 'https://ci.example/shop/actions/runs/1', attempt: '1' };
      const run = { ...aRun, id: 'other', commit: 'c0ffee', ci };
      const inputs: ShardInputs = {
        ...{ resources: '', settings: '', adopt: '', removed: '', approvals: '', api: '' },
        version,
      };
      await store.lock('production', run, { shard: { number: 1, of: 2, inputs } });
      const refused = {
        exit: 5,
        text: expect.stringMatching(
          /^error: other shards of `production` are being applied with other inputs \(resources, .*API URL\): run other \(.*\) at commit c0ffee\n.*`edgewright ledger unlock other --env production`$/m,
        ) as string,
      };
      const apply = '--env production --shard 2/2';
      expect(await shop.run(`apply --yes ${apply}`)).toMatchObject(refused);
      const now = { ms: 0 };
      expect(await runProcess(shop.where, `apply --auto ${apply}`.split(' '), now)).toEqual({
        exit: 0,
        text: expect.stringMatching(
          /^production: nothing was applied: run other \(.*\) is applying another shard with other inputs\n$/,
        ) as string,
      });
      const later = { ms: 16 * 60_000 };
      expect(await runProcess(shop.where, `apply --auto ${apply}`.split(' '), later)).toMatchObject(refused);

      const job = {
        GITHUB_SERVER_URL: 'https://ci.example',
        GITHUB_REPOSITORY: 'shop',
        GITHUB_RUN_ID: '2',
      };
      const inCi = { ...shop.where, env: { ...shop.where.env, ...job } };
      const taken = await runProcess(inCi, `apply --auto --sole-runner ${apply}`.split(' '), now);
      expect(taken).toEqual({
        exit: 0,
        text: expect.stringMatching(
          /^note: took over the lock of run other \(.*\), which has ended\nPlan for production, shard 2 of 2/,
        ) as string,
      });

      for (const [index, id] of ['left', 'right'].entries())
        await store.lock('production', { ...aRun, id }, { shard: { number: index + 1, of: 2, inputs } });
      expect((await shop.run('ledger verify')).text.match(/locked by run \w+/g)).toEqual([
        'locked by run left',
        'locked by run right',
      ]);
      expect((await shop.run('ledger unlock left --env production')).text).toContain(
        'The ledger of production is unlocked, except for 1 other shard. What run left recorded',
      );
      expect((await shop.run('ledger unlock right --env production')).text).toContain(
        'The ledger of production is unlocked. What run right recorded',
      );
    } finally {
      await closeLedgers();
      await shop.close();
    }
  });

  test('go on with other files after a run that ended, or was killed', async () => {
    const shop = await openWorkshop(storePlace('postgres', server));
    try {
      await shop.run('ledger init');
      const random = randomOf(5);
      const first = changedAtRandom(nothingDeclared, random);
      shop.declare(first);
      const apply = 'apply --auto --env production --allow-changed-percent 100 --allow-deletes 9 --shard';
      const child = startProgram(
        { ...shop.where, env: { ...shop.where.env, EDGEWRIGHT_API_TOKEN: 'shard-2' } },
        `${apply} 2/2`.split(' '),
      );
      const isBegun = new Promise<void>((resolve) => shop.door.afterWritesOf('shard-2', 1, resolve));
      await isBegun;
      expect(await killProgram(child, true)).toBe('killed');
      expect((await shop.run(`${apply} 1/2`)).exit).toBe(0);

      const second = changedAtRandom(first, random);
      shop.declare(second);
      const done = await shop.run(`${apply} 1/2`);
      expect(done.text).toMatch(/^note: took over the lock of run .*`apply --shard 2\/2`/);
      expect(done.text).toMatch(/^Applied: /m);
      expect((await converge(shop)).problems).toEqual([]);
    } finally {
      await shop.close();
    }
  });

  test('lose and double nothing while their processes and connections are killed', async () => {
    const options = { rounds: 1, kills: 3, of: 3, random: randomOf(1) };
    const { problems, kills, creates, shards } = await killedShards(server, options);
    expect(problems).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(creates).toBeGreaterThan(15);
    expect([...shards].sort()).toEqual([1, 2, 3]);
  });
});
