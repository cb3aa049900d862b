/*
 * Four shards of one environment, round after round with other files; in each, processes are killed, and so are the
 * connections that PostgreSQL has with them. In every second round the files change meanwhile. `KILLS` is the number of
 * kills.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { randomOf } from '../model/history/random.ts';
import { killedShards } from './kill-shards.ts';

const killsEach = 12;
const rounds = Math.ceil(Number(process.env['KILLS'] ?? 120) / killsEach);
const patience = 1_800_000;

describe.skipIf(postgresPrograms === undefined)(`four shards and PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off', 'max_connections = 100']);
  });
  afterAll(() => server.remove());

  test(
    'lose and double nothing',
    async () => {
      const options = { rounds, kills: killsEach, of: 4, random: randomOf(7), isChanging: true };
      const { problems, shards, ...counts } = await killedShards(server, options);
      process.stdout.write(`${JSON.stringify(counts)}\n`);
      expect(problems).toEqual([]);
      expect(counts.kills).toBeGreaterThanOrEqual(rounds * killsEach);
      expect([...shards].sort()).toEqual([1, 2, 3, 4]);
    },
    patience,
  );
});
