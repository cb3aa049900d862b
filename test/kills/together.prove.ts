/*
 * Four processes at a time with one PostgreSQL server, on four environments and on one, and any of them is killed at
 * any moment. `KILLS` is the number of kills of each.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { randomOf } from '../model/history/random.ts';
import { killedTogether } from './kill-together.ts';

const kills = Number(process.env['KILLS'] ?? 60);
const patience = 1_800_000;

describe.skipIf(postgresPrograms === undefined)(`four processes and PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off', 'max_connections = 100']);
  });
  afterAll(() => server.remove());

  test.each([
    ['four environments', ['one', 'two', 'three', 'four']],
    ['one environment', ['one']],
  ])(
    'on %s',
    async (_what, environments) => {
      const { problems, ...counts } = await killedTogether(server, environments, {
        kills,
        random: randomOf(1),
      });
      process.stdout.write(`${environments.length} environments: ${JSON.stringify(counts)}\n`);
      expect(problems).toEqual([]);
    },
    patience,
  );
});
