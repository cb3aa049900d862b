import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { describeNight } from '../night.ts';
import { postgresPrograms, skipped, startPostgres, type PostgresServer } from './postgres-server.ts';

const tables = ['lease', 'texts'];

describe.skipIf(postgresPrograms === undefined)(`PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // A run leaves its connection to the end of its process, and here all of them are in one.
    server = await startPostgres(['fsync = off', 'max_connections = 200']);
  });
  beforeEach(() => void server.sql('DROP SCHEMA IF EXISTS edgewright, copy CASCADE'));
  afterAll(() => server.remove());

  const sql = (of: (table: string) => string): void => void server.sql(tables.map(of).join(';'));
  describeNight('PostgreSQL', {
    settings: 'store: postgres',
    env: () => ({ EDGEWRIGHT_POSTGRES_URL: server.url() }),
    copy: () => {
      server.sql('CREATE SCHEMA copy');
      sql((table) => `CREATE TABLE copy.${table} AS TABLE edgewright.${table}`);
    },
    putBack: () =>
      sql((table) => `DELETE FROM edgewright.${table}; INSERT INTO edgewright.${table} TABLE copy.${table}`),
  });
});
