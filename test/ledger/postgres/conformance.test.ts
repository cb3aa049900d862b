import { afterAll, beforeAll, describe } from 'vitest';
import { describeBackend } from '../conformance.ts';
import { closeLedgers, ledgerAt } from './ledger-at.ts';
import { postgresPrograms, skipped, startPostgres, type PostgresServer } from './postgres-server.ts';

describe.skipIf(postgresPrograms === undefined)(`PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
  });
  afterAll(() => server.remove());

  describeBackend('postgres', () => {
    const workspace = `w${++count}`;
    return {
      backend: (environment, host) =>
        ledgerAt(server.url(), { workspace, ...(host === undefined ? {} : { host }) }).backend(environment),
      close: closeLedgers,
    };
  });
});
