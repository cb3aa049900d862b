/** Who may connect, how, and to which tables. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { schemaSql } from '../../../src/ledger/postgres/postgres-tables.ts';
import { aRun } from '../a-run.ts';
import { closeLedgers, ledgerAt, refusal } from './ledger-at.ts';
import { postgresPrograms, skipped, startPostgres, type PostgresServer } from './postgres-server.ts';

describe.skipIf(postgresPrograms === undefined)(`the connection to PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
    server.sql(`CREATE ROLE reader LOGIN PASSWORD 'abc'`);
  });
  afterEach(closeLedgers);
  afterAll(() => server.remove());

  const place = (): string => `127.0.0.1:${server.port}/postgres`;
  const read = async (more: string, host = '127.0.0.1'): Promise<string | undefined> =>
    ledgerAt(server.url({ more }).replace('127.0.0.1', host)).backend('prod').read('ledger.json');
  const root = (): string => `sslrootcert=${path.join(server.folder, 'root.crt')}`;

  it.each(['verify-full', 'verify-ca', 'require'])(
    'uses TLS with the root of the server: %s',
    async (mode) => {
      await read(`?sslmode=${mode}&${root()}`);
      await read(`?sslmode=${mode}&${root()}`, 'localhost');
      const used = `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'edgewright'`;
      expect(server.sql(used)).toBe('t');
    },
  );

  it('refuses a certificate that it cannot verify, before the password is sent', async () => {
    for (const mode of ['verify-full', 'verify-ca', `require&sslrootcert=${server.folder}/server.crt`]) {
      const { exitCode, message, help } = await refusal(read(`?sslmode=${mode}`));
      expect(exitCode).toBe(69);
      expect(message).toContain('the certificate is not trusted');
      expect(help).toContain('sslrootcert=<file>');
    }
    await read('?sslmode=require');
  });

  it('compares the name in the certificate only if it verifies fully', async () => {
    // A name of this machine that the certificate does not have.
    const other = '127.0.0.2';
    server.sql("ALTER SYSTEM SET listen_addresses = '127.0.0.1,127.0.0.2'");
    await server.restart('fast');
    await read(`?sslmode=verify-ca&${root()}`, other);
    const { message } = await refusal(read(`?sslmode=verify-full&${root()}`, other));
    expect(message).toContain('the certificate is for another host');
  });

  it('says that a root certificate cannot be read', async () => {
    const { exitCode, message } = await refusal(read('?sslmode=verify-full&sslrootcert=/nowhere'));
    expect([exitCode, message]).toEqual([78, 'the file that `sslrootcert` names cannot be read: ENOENT']);
  });

  it('says that the server does not offer TLS', async () => {
    server.sql('ALTER SYSTEM SET ssl = off');
    server.sql('SELECT pg_reload_conf()');
    const { exitCode, message } = await refusal(read('?sslmode=require'));
    expect(exitCode).toBe(69);
    expect(message).toContain('the server does not offer TLS');
    server.sql('ALTER SYSTEM SET ssl = on');
    server.sql('SELECT pg_reload_conf()');
  });

  it('connects through a socket', async () => {
    const folder = encodeURIComponent(server.folder);
    const url = server.url().replace('127.0.0.1', folder);
    expect(await ledgerAt(url).backend('prod').read('ledger.json')).toBeUndefined();
  });

  it.each([
    ['a wrong password', { password: 'hunter2' }],
    ['no password', { password: '' }],
    ['an unknown role', { role: 'stranger', password: 'hunter2' }],
  ])('refuses %s with exit code 77, and prints neither it nor the role', async (_, options) => {
    const task = ledgerAt(server.url(options)).backend('prod').read('ledger.json');
    const error: unknown = await task.catch((reason: unknown) => reason);
    const { exitCode, message } = await refusal(task);
    expect(exitCode).toBe(77);
    expect(message).toBe(
      `cannot read the ledger in PostgreSQL (${place()}): the user or the password was refused`,
    );
    expect(inspect(error, { depth: 5 })).not.toMatch(/hunter2|stranger|owner/);
  });

  it('takes no password from a file, nor what else pg reads from the environment', async () => {
    const file = path.join(server.folder, 'passwords');
    writeFileSync(file, `*:*:*:*:${server.password.replaceAll(/[:\\]/g, '\\$&')}\n`, { mode: 0o600 });
    for (const [name, value] of Object.entries({
      ...{ PGPASSFILE: file, PGPASSWORD: server.password, PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct' },
      ...{ PGUSER: 'other', PGDATABASE: 'other', PGPORT: '1', PGHOST: '192.0.2.1', PGAPPNAME: 'other' },
    }))
      vi.stubEnv(name, value);
    const { exitCode } = await refusal(
      ledgerAt(server.url({ password: '' }))
        .backend('prod')
        .read('ledger.json'),
    );
    await read('?sslmode=disable');
    const used = `SELECT DISTINCT ssl, usename, datname FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'edgewright'`;
    expect([exitCode, server.sql(used)]).toEqual([77, 'f|owner|postgres']);
    vi.unstubAllEnvs();
  });

  it('says that the database does not exist', async () => {
    const { exitCode, message } = await refusal(
      ledgerAt(server.url({ database: 'nowhere' }))
        .backend('prod')
        .read('ledger.json'),
    );
    expect(exitCode).toBe(78);
    expect(message).toContain(`/nowhere): the database does not exist`);
  });

  it('gives a role that may not create tables the SQL for the owner, which works as printed', async () => {
    server.sql('CREATE DATABASE narrow');
    const backend = ledgerAt(server.url({ role: 'reader', password: 'abc', database: 'narrow' })).backend(
      'prod',
    );
    const { exitCode, message, script } = await refusal(backend.lock(aRun));
    expect(exitCode).toBe(77);
    expect(message).toMatch(/permission denied for database narrow \(42501\)$/);
    expect(script).toBe(schemaSql());
    server.sql(script, 'narrow');
    // A second time too.
    server.sql(script, 'narrow');
    expect((await refusal(backend.lock(aRun))).script).toContain('GRANT');
    for (const [grant = ''] of script.matchAll(/GRANT .*<role>/g))
      server.sql(grant.replace('<role>', 'reader'), 'narrow');
    const lock = await backend.lock(aRun);
    await lock.write([
      { put: 'ledger.json', text: 'x' },
      { keep: 'ledger.json', as: 'old' },
      { append: 'h', text: 'y' },
    ]);
    expect(await backend.read('old')).toBe('x');
    await lock.release();
  });

  it('lets the role of the page that can only read plan, knows it, and refuses it the lock', async () => {
    server.sql('CREATE DATABASE shown');
    await (
      await ledgerAt(server.url({ database: 'shown' }))
        .backend('prod')
        .lock(aRun)
    ).release();
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/ledger.md'), 'utf8');
    const [, sql = ''] = /```sql\n(.*?)```/s.exec(page) ?? [];
    server.sql(sql.replace('<password>', 'abc'), 'shown');
    const backend = ledgerAt(
      server.url({ role: 'edgewright_plan', password: 'abc', database: 'shown' }),
    ).backend('prod');
    expect(await backend.list('')).toEqual([]);
    expect(await backend.read('ledger.json')).toBeUndefined();
    expect(await backend.holders()).toEqual([]);
    expect(await backend.canWrite?.()).toBe(false);
    expect(
      await ledgerAt(server.url({ database: 'shown' }))
        .backend('prod')
        .canWrite?.(),
    ).toBe(true);
    expect(await ledgerAt(server.url()).backend('prod').canWrite?.()).toBeUndefined();
    const { exitCode, message, help } = await refusal(backend.lock(aRun));
    expect(exitCode).toBe(77);
    expect(message).toMatch(/permission denied for table lease \(42501\)$/);
    expect(help).toContain('can only read the ledger');
  });

  it('refuses the tables of a later version, to read and to write', async () => {
    server.sql('CREATE DATABASE later');
    const url = server.url({ database: 'later' });
    await (await ledgerAt(url).backend('prod').lock(aRun)).release();
    server.sql('INSERT INTO edgewright.schema_version VALUES (2, now())', 'later');
    const backend = ledgerAt(url).backend('prod');
    for (const task of [backend.read('ledger.json'), backend.list(''), backend.lock(aRun)]) {
      const { exitCode, message, help } = await refusal(task);
      expect(exitCode).toBe(5);
      expect(message).toContain('have version 2; this version of Edgewright knows 1');
      expect(help).toBe('update Edgewright to the version that wrote it');
    }
  });

  it('says that a standby cannot be written', async () => {
    server.sql('CREATE DATABASE standby');
    const url = server.url({ database: 'standby' });
    await (await ledgerAt(url).backend('prod').lock(aRun)).release();
    server.sql('ALTER DATABASE standby SET default_transaction_read_only = on');
    const { message, help } = await refusal(ledgerAt(url).backend('prod').lock(aRun));
    expect(message).toContain('(25006)');
    expect(help).toContain('connect to the primary');
  });
});
