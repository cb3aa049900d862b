/** The backend against a PostgreSQL server, a network and a pooler that break in the worst moments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BackendLock } from '../../../src/ledger/backend.ts';
import { aRun } from '../a-run.ts';
import { breakingProxy } from './breaking-proxy.ts';
import { closeLedgers, ledgerAt, quickEnv, refusal } from './ledger-at.ts';
import {
  asOther,
  freePort,
  giveAway,
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from './postgres-server.ts';

const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));

describe.skipIf(postgresPrograms === undefined)(`a ledger in a PostgreSQL that breaks${skipped}`, () => {
  let server: PostgresServer;
  let count = 0;
  const fresh = (): string => `env${++count}`;
  beforeAll(async () => {
    // With fsync: a crash must lose nothing that was answered.
    server = await startPostgres(['fsync = on', 'log_min_messages = panic']);
  });
  afterEach(closeLedgers);
  afterAll(() => server.remove());

  /** One transaction of two writes. */
  const appendLine = (lock: BackendLock, line: number): Promise<void> =>
    lock.write([
      { append: 'journal/1.jsonl', text: `${line}\n` },
      { append: 'history.jsonl', text: `${line};` },
    ]);
  const appendLines = async (
    lock: BackendLock,
    lines: number,
    trouble: (line: number) => void,
  ): Promise<void> => {
    for (let line = 0; line < lines; line++) {
      trouble(line);
      await appendLine(lock, line);
    }
  };
  /** No line lost, none doubled, all in order. */
  const checkLines = async (environment: string, lines: number): Promise<void> => {
    const backend = ledgerAt(server.url()).backend(environment);
    const numbers = Array.from({ length: lines }, (_, line) => line);
    expect(await backend.read('journal/1.jsonl')).toBe(numbers.map((line) => `${line}\n`).join(''));
    expect(await backend.read('history.jsonl')).toBe(numbers.map((line) => `${line};`).join(''));
  };
  const holdersOf = (environment: string): string =>
    server.sql(
      `SELECT count(*) FROM edgewright.lease WHERE environment = '${environment}' AND holder IS NOT NULL`,
    );

  it('does each write once when requests and answers get lost', async () => {
    const proxy = await breakingProxy(server.port);
    const environment = fresh();
    const url = server.url().replace(String(server.port), String(proxy.port));
    const backend = ledgerAt(url, { env: quickEnv() }).backend(environment);
    for (const pass of [0, 1, 2]) {
      Object.assign(proxy, { lose: 'answer', pass });
      await (await backend.lock(aRun)).release();
      expect(proxy.lose).toBe('nothing');
    }
    const lock = await backend.lock(aRun);
    const before = proxy.connections();
    await appendLines(lock, 60, (line) => {
      proxy.lose = (['nothing', 'request', 'answer'] as const)[line % 3] ?? 'nothing';
    });
    expect(proxy.connections() - before).toBe(40);
    proxy.lose = 'answer';
    await lock.release();
    await checkLines(environment, 60);
    expect(holdersOf(environment)).toBe('0');
    await proxy.close();
  });

  it('says that the lock was removed, also when that and a lost answer come together', async () => {
    const proxy = await breakingProxy(server.port);
    const environment = fresh();
    const url = server.url().replace(String(server.port), String(proxy.port));
    const lock = await ledgerAt(url).backend(environment).lock(aRun);
    await ledgerAt(server.url()).backend(environment).unlock(aRun.id);
    proxy.lose = 'answer';
    const fenced = await refusal(lock.write([{ append: 'journal/1.jsonl', text: 'x' }]));
    expect(fenced.message).toBe('the ledger lock was removed while this run held it');
    expect(await ledgerAt(server.url()).backend(environment).read('journal/1.jsonl')).toBeUndefined();
    await proxy.close();
  });

  it('gives up a connection on which nothing arrives, and sends the write again', async () => {
    const proxy = await breakingProxy(server.port);
    const environment = fresh();
    const url = server.url().replace(String(server.port), String(proxy.port));
    const lock = await ledgerAt(url, { statementTimeout: 400 }).backend(environment).lock(aRun);
    await appendLines(lock, 6, (line) => {
      if (line === 2) proxy.lose = 'silence';
    });
    expect(proxy.connections()).toBe(2);
    await lock.release();
    await checkLines(environment, 6);
    await proxy.close();
  });

  it('stops waiting when the run is told to stop', async () => {
    const env = quickEnv();
    const stop = new AbortController();
    const ledger = ledgerAt(server.url(), { env, urgent: stop.signal, onWait: () => stop.abort() });
    const lock = await ledger.backend(fresh()).lock(aRun);
    await server.crash();
    const { message } = await refusal(lock.write([{ put: 'ledger.json', text: '' }]));
    await server.start();
    expect(message).toMatch(/was not available for [12] seconds?: the connection was refused/);
    await lock.release();
  });

  it('notices a server that lost writes which it had confirmed', async () => {
    const environment = fresh();
    const lock = await ledgerAt(server.url()).backend(environment).lock(aRun);
    await appendLines(lock, 2, () => undefined);
    server.sql(`UPDATE edgewright.lease SET writes = writes - 1 WHERE environment = '${environment}'`);
    const lost = await refusal(appendLine(lock, 3));
    expect(lost).toMatchObject({ exitCode: 5 });
    expect(lost.message).toContain('lost writes of this run that it had confirmed');
    await lock.release();
  });

  it('waits for a connection when the server has none left', async () => {
    server.sql("CREATE ROLE crowded LOGIN PASSWORD 'abc' CONNECTION LIMIT 0");
    const full = ledgerAt(server.url({ role: 'crowded', password: 'abc' }), { env: quickEnv() });
    const { message } = await refusal(full.backend('prod').read('ledger.json'));
    expect(message).toContain('was not available for 60 seconds: it has no connection left');
  });

  it('loses and doubles no record while its backends are killed', async () => {
    const environment = fresh();
    const lock = await ledgerAt(server.url()).backend(environment).lock(aRun);
    server.sql('CREATE TABLE killed (pid integer)');
    const { ended } = await server.sleepingSql(`DO $$ BEGIN WHILE (SELECT count(*) FROM killed) < 25 LOOP
      PERFORM pg_sleep(0.01 + random() * 0.05), pg_stat_clear_snapshot();
      INSERT INTO killed SELECT pid FROM pg_stat_activity
        WHERE CASE application_name WHEN 'edgewright' THEN pg_terminate_backend(pid) ELSE false END;
    END LOOP; END $$`);
    const killing = { isOver: false };
    void ended.then(() => {
      killing.isOver = true;
    });
    let lines = 0;
    while (!killing.isOver) await appendLine(lock, lines++);
    await lock.release();
    expect(Number(server.sql('SELECT count(*) FROM killed'))).toBeGreaterThanOrEqual(25);
    await checkLines(environment, lines);
    expect(holdersOf(environment)).toBe('0');
  });

  it('goes on after the server was restarted, and after it crashed', async () => {
    const environment = fresh();
    const lock = await ledgerAt(server.url()).backend(environment).lock(aRun);
    let restarting: Promise<void> = Promise.resolve();
    await appendLines(lock, 100, (line) => {
      if (line === 30) restarting = server.restart('immediate');
      if (line === 70) restarting = restarting.then(() => server.restart('fast'));
    });
    await restarting;
    await lock.release();
    await checkLines(environment, 100);
    expect(holdersOf(environment)).toBe('0');
  });

  it('waits a minute for a server that went away, says so, and then which command removes the lock', async () => {
    const environment = fresh();
    const env = quickEnv();
    const start = env.clock.now().getTime();
    const waits: string[] = [];
    const ledger = ledgerAt(server.url(), { env, onWait: (words) => waits.push(words) });
    const lock = await ledger.backend(environment).lock(aRun);
    await lock.write([{ create: 'journal/1.jsonl', text: 'x' }]);
    await server.crash();
    const gone = await refusal(lock.write([{ append: 'journal/1.jsonl', text: 'y' }]));
    const waited = env.clock.now().getTime() - start;
    const kept = await refusal(lock.release());
    const waitedAgain = env.clock.now().getTime() - start - waited;
    // One that was never reached is not waited for.
    const never = await refusal(ledgerAt(server.url(), { env }).backend(environment).read('ledger.json'));
    await server.start();
    expect(gone).toMatchObject({ exitCode: 69 });
    const place = `127.0.0.1:${server.port}/postgres`;
    expect(gone.message).toBe(
      `PostgreSQL (${place}) was not available for 60 seconds: the connection was refused`,
    );
    // Once for the write, and once for the release.
    const said = `PostgreSQL (${place}) is not available: the connection was refused`;
    expect(waits).toEqual([said, said]);
    expect(waited).toBeGreaterThan(55_000);
    expect(waited).toBeLessThan(61_000);
    expect(kept.message).toContain(`the ledger lock of \`${environment}\` could not be given back`);
    expect(kept.help).toContain(`edgewright ledger unlock ${aRun.id} --env ${environment}`);
    expect(waitedAgain).toBeLessThan(6000);
    expect(never).toMatchObject({ exitCode: 69 });
    expect(never.message).toBe(`cannot read the ledger in PostgreSQL (${place}): the connection was refused`);
    expect(await ledgerAt(server.url()).backend(environment).read('journal/1.jsonl')).toBe('x');
  });

  it.skipIf(pgbouncer === undefined)(
    `works behind a pooler that gives each transaction another connection${pgbouncer === undefined ? ' (skipped: pgbouncer is not installed)' : ''}`,
    async () => {
      const port = await freePort();
      const files = {
        'pgbouncer.ini': poolerSettings(server, port),
        'users.txt': `"owner" "${server.password}"\n`,
      };
      for (const [name, text] of Object.entries(files)) {
        writeFileSync(path.join(server.folder, name), text);
        giveAway(path.join(server.folder, name));
      }
      const options = { ...asOther(), stdio: 'ignore' as const };
      const pooler = spawn(pgbouncer ?? '', ['-q', path.join(server.folder, 'pgbouncer.ini')], options);
      try {
        const url = server.url().replace(String(server.port), String(port));
        const environments = Array.from({ length: 6 }, fresh);
        const locks = await Promise.all(
          environments.map(async (environment) => {
            await untilListening(port);
            return ledgerAt(url).backend(environment).lock(aRun);
          }),
        );
        await Promise.all(
          locks.map((lock, index) =>
            appendLines(lock, 40, (line) => {
              if (index === 0 && line % 10 === 5)
                server.sql(
                  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> 'psql'`,
                );
            }),
          ),
        );
        for (const lock of locks) await lock.release();
        for (const environment of environments) await checkLines(environment, 40);
        const left = `SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')`;
        expect(server.sql(left)).toBe('0');
      } finally {
        pooler.kill('SIGKILL');
        await once(pooler, 'exit');
      }
    },
  );
});

function poolerSettings(server: PostgresServer, port: number): string {
  return `[databases]
postgres = host=127.0.0.1 port=${server.port} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${server.folder}/users.txt
pool_mode = transaction
default_pool_size = 2
server_lifetime = 1
logfile = ${server.folder}/pgbouncer.log
`;
}

async function untilListening(port: number): Promise<void> {
  const { connect } = await import('node:net');
  for (let attempt = 0; attempt < 2000; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
