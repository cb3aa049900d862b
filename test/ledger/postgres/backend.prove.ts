/** The backend against a PostgreSQL server that works. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BackendLock } from '../../../src/ledger/backend.ts';
import { ledgerStore } from '../../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import { countWrite } from '../../../src/ledger/postgres/lease.ts';
import { openLink } from '../../../src/ledger/postgres/postgres-database.ts';
import { postgresTarget } from '../../../src/ledger/postgres/postgres-target.ts';
import { writeStatements } from '../../../src/ledger/postgres/text-statements.ts';
import { aRun } from '../a-run.ts';
import { breakingProxy } from './breaking-proxy.ts';
import { closeLedgers, ledgerAt, refusal } from './ledger-at.ts';
import { postgresPrograms, skipped, startPostgres, type PostgresServer } from './postgres-server.ts';

describe.skipIf(postgresPrograms === undefined)(`a ledger in PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  let count = 0;
  const fresh = (): string => `env${++count}`;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
  });
  afterEach(closeLedgers);
  afterAll(() => server.remove());

  const locked = async (environment: string): Promise<BackendLock> =>
    ledgerAt(server.url()).backend(environment).lock(aRun);

  it('has no text before the first run, and leaves no table where it only reads', async () => {
    server.sql('CREATE DATABASE untouched');
    const backend = ledgerAt(server.url({ database: 'untouched' })).backend('prod');
    expect(await backend.read('ledger.json')).toBeUndefined();
    expect(await backend.list('journal/')).toEqual([]);
    expect(server.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'edgewright'", 'untouched')).toBe(
      '0',
    );
  });

  it('does all kinds of writes in order, and reads them back', async () => {
    const backend = ledgerAt(server.url()).backend(fresh());
    const lock = await backend.lock(aRun);
    await lock.write([
      { create: 'journal/7.jsonl', text: 'one\n' },
      { append: 'journal/7.jsonl', text: 'two\n' },
      { append: 'history.jsonl', text: 'run\n' },
      { put: 'ledger.json', text: 'old' },
      { keep: 'ledger.json', as: 'ledger.1.json' },
      { put: 'ledger.json', text: 'new' },
      { keep: 'ledger.json', as: 'ledger.1.json' },
      { put: 'rollback/r.json', text: '' },
      { remove: 'nothing' },
    ]);
    expect(await backend.list('')).toEqual(['history.jsonl', 'ledger.1.json', 'ledger.json']);
    expect(await backend.list('journal/')).toEqual(['7.jsonl']);
    expect(await backend.list('rollback/')).toEqual(['r.json']);
    expect(await backend.read('journal/7.jsonl')).toBe('one\ntwo\n');
    expect(await backend.read('ledger.json')).toBe('new');
    expect(await backend.read('ledger.1.json')).toBe('old');
    expect(await backend.read('rollback/r.json')).toBe('');
    await lock.write([{ remove: 'journal/7.jsonl' }]);
    expect(await backend.read('journal/7.jsonl')).toBeUndefined();
    expect(await backend.list('journal/')).toEqual([]);
    await lock.release();
  });

  it('does all writes of a call or none', async () => {
    const environment = fresh();
    const lock = await locked(environment);
    await lock.write([{ create: 'a', text: '1' }]);
    const exists = lock.write([
      { append: 'a', text: '2' },
      { create: 'b', text: '1' },
      { create: 'a', text: '3' },
    ]);
    expect(await refusal(exists)).toMatchObject({ exitCode: 74 });
    const backend = ledgerAt(server.url()).backend(environment);
    expect(await backend.list('')).toEqual(['a']);
    expect(await backend.read('a')).toBe('1');
    // Nothing follows a write that failed.
    await expect(lock.write([{ append: 'a', text: '4' }])).rejects.toThrow(/exists already/);
    await lock.release();
    expect(await backend.read('a')).toBe('1');
  });

  it('refuses to keep a text that does not exist', async () => {
    const lock = await locked(fresh());
    await expect(lock.write([{ keep: 'no', as: 'yes' }])).rejects.toThrow(/text to keep does not exist/);
    await lock.release();
  });

  it('keeps every byte, of long texts too, in a database of any encoding', async () => {
    const latin = "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0";
    server.sql(latin);
    const text = `\0\\x41'"$1 ${'ä€𝄞'.repeat(400_000)}`;
    for (const database of ['postgres', 'latin']) {
      const ledger = ledgerAt(server.url({ database }));
      const backend = ledger.backend('long');
      const lock = await backend.lock({ ...aRun, actor: 'Zoë 漢字' });
      await lock.write([
        { put: 't', text },
        { append: 't', text },
        { keep: 't', as: 'u' },
      ]);
      expect((await backend.read('u')) === text + text).toBe(true);
      expect((await refusal(backend.lock(aRun))).message).toContain('`apply` by Zoë 漢字 on `runner`');
      await lock.release();
    }
  });

  it('keeps workspaces and environments apart', async () => {
    const one = ledgerAt(server.url(), { workspace: 'w1' }).backend('apart');
    const two = ledgerAt(server.url(), { workspace: 'w2' }).backend('apart');
    const locks = [await one.lock(aRun), await two.lock(aRun)];
    for (const [index, lock] of locks.entries())
      await lock.write([{ put: 'ledger.json', text: String(index) }]);
    expect([await one.read('ledger.json'), await two.read('ledger.json')]).toEqual(['0', '1']);
    for (const lock of locks) await lock.release();
  });

  it('says who holds the lock, since when, and how to remove it', async () => {
    const environment = fresh();
    const ledger = ledgerAt(server.url());
    const ci = { url: 'https://ci.example/runs/17', attempt: '2' };
    const lock = await ledger.backend(environment).lock({ ...aRun, ci });
    const held = await refusal(ledgerAt(server.url()).backend(environment).lock(aRun));
    expect(held.exitCode).toBe(5);
    expect(held.message).toMatch(
      /^the ledger of `env\d+` is locked by run a1b2c3d4e5f6 \(`apply` on `runner` since 20\d\d-\d\d-\d\dT[\d:]+Z; https:\/\/ci\.example\/runs\/17, attempt 2\)$/,
    );
    expect(held.help).toContain(`\`edgewright ledger unlock a1b2c3d4e5f6 --env ${environment}\``);
    await lock.release();
    await (await locked(environment)).release();
  });

  it('removes the lock of the named run only, and that run writes nothing more', async () => {
    const environment = fresh();
    const ledger = ledgerAt(server.url());
    const dead = await ledger.backend(environment).lock(aRun);
    await dead.write([{ create: 'journal/1.jsonl', text: 'a' }]);
    const other = ledgerAt(server.url());
    const by = { ...aRun, id: 'ffff' };
    expect(await other.backend(environment).unlock('beef')).toEqual({ other: aRun });
    expect(await other.backend(environment).unlock(aRun.id)).toBe('unlocked');
    expect(await other.backend(environment).unlock(aRun.id)).toBe('not-locked');
    const taker = await other.backend(environment).lock(by);
    const fenced = await refusal(dead.write([{ append: 'journal/1.jsonl', text: 'b' }]));
    expect(fenced).toMatchObject({
      exitCode: 5,
      message: 'the ledger lock was removed while this run held it',
    });
    await dead.release();
    // Neither the write nor the release of the old holder touched anything.
    await taker.write([{ append: 'journal/1.jsonl', text: 'c' }]);
    expect(await other.backend(environment).read('journal/1.jsonl')).toBe('ac');
    const [fence, holds] = server
      .sql(`SELECT fence, holder IS NOT NULL FROM edgewright.lease WHERE environment = '${environment}'`)
      .split('|');
    expect([fence, holds]).toEqual(['3', 't']);
    await taker.release();
  });

  it('leaves of an empty run only that there was one', async () => {
    const environment = fresh();
    const store = ledgerStore({ backend: ledgerAt(server.url()).backend, lineage: 'w1' });
    const first = await store.lock(environment, aRun);
    await first.replace(emptyLedger({ environment, lineage: 'w1', api: 'https://api' }));
    await first.release();
    const texts = (): string =>
      server.sql(
        `SELECT name, part, md5(bytes), xmin FROM edgewright.texts WHERE environment = '${environment}' ORDER BY 1, 2`,
      );
    const before = texts();
    await (await store.lock(environment, aRun)).release();
    expect(texts()).toBe(before);
    expect(server.sql(`SELECT fence FROM edgewright.lease WHERE environment = '${environment}'`)).toBe('2');
  });

  it('replays the journal of a run that was killed', async () => {
    const environment = fresh();
    const store = (): ReturnType<typeof ledgerStore> =>
      ledgerStore({ backend: ledgerAt(server.url()).backend, lineage: 'w1' });
    const first = await store().lock(environment, aRun);
    await first.replace(emptyLedger({ environment, lineage: 'w1', api: '' }));
    await first.release();
    const killed = await store().lock(environment, aRun);
    await killed.append([{ type: 'answer', changes: [{ change: 'bind', api: 'https://api' }] }]);
    expect((await store().read(environment))?.api).toBe('https://api');
    await ledgerAt(server.url()).backend(environment).unlock(aRun.id);
    const next = await store().lock(environment, { ...aRun, id: 'b2' });
    expect(next.fence).toBeGreaterThan(killed.fence);
    expect(next.state()?.api).toBe('https://api');
    await next.release();
    await expect(killed.append([])).rejects.toThrow(/lock was removed/);
  });

  it('lets 8 jobs write 8 ledgers at once, and of 4 on one ledger exactly one', async () => {
    const job = async (environment: string): Promise<void> => {
      const lock = await locked(environment);
      for (let index = 0; index < 25; index++)
        await lock.write([{ append: 'journal/1.jsonl', text: `${index}\n` }]);
      await lock.release();
    };
    const environments = Array.from({ length: 8 }, fresh);
    await Promise.all(environments.map(job));
    const lines = Array.from({ length: 25 }, (_, index) => `${index}\n`).join('');
    for (const environment of environments)
      expect(await ledgerAt(server.url()).backend(environment).read('journal/1.jsonl')).toBe(lines);
    const one = fresh();
    const won = (await Promise.allSettled(Array.from({ length: 4 }, () => locked(one)))).filter(
      ({ status }) => status === 'fulfilled',
    );
    expect(won).toHaveLength(1);
  });

  it('does one of two writes that were both sent for the same count, and tells the other', async () => {
    const environment = fresh();
    const lock = await locked(environment);
    const holder = server.sql(`SELECT holder FROM edgewright.lease WHERE environment = '${environment}'`);
    const key = { workspace: 'w1', environment, shard: '' };
    const target = postgresTarget({ EDGEWRIGHT_POSTGRES_URL: server.url() });
    const links = await Promise.all([openLink(target, 60_000), openLink(target, 60_000)]);
    let winners = '';
    for (let writes = 0n; writes < 20n; writes++) {
      const answers = await Promise.all(
        links.map((link, index) =>
          link.send([
            countWrite(key, { holder, writes }),
            ...writeStatements(key, { append: 'a', text: String(index) }),
          ]),
        ),
      );
      const counted = answers.map(([count]) => count?.[0]?.[0]);
      expect([...counted].sort()).toEqual(['0', '1']);
      winners += String(counted.indexOf('1'));
    }
    expect(await ledgerAt(server.url()).backend(environment).read('a')).toBe(winners);
    for (const link of links) await link.close();
    await lock.release();
  });

  it('creates its tables once when many begin at the same time', async () => {
    server.sql('CREATE DATABASE crowd');
    const jobs = Array.from({ length: 6 }, (_, index) =>
      ledgerAt(server.url({ database: 'crowd' }))
        .backend(`e${index}`)
        .lock(aRun),
    );
    for (const lock of await Promise.all(jobs)) await lock.release();
    expect(server.sql('SELECT version FROM edgewright.schema_version', 'crowd')).toBe('1');
  });

  it('needs one round trip for a write, however many texts it changes', async () => {
    const proxy = await breakingProxy(server.port);
    const ledger = ledgerAt(server.url().replace(String(server.port), String(proxy.port)));
    const lock = await ledger.backend(fresh()).lock(aRun);
    proxy.delay = 50;
    const before = proxy.roundTrips();
    for (let index = 0; index < 4; index++) {
      await lock.write([
        { append: 'journal/1.jsonl', text: 'line\n' },
        { put: 'ledger.json', text: 'l'.repeat(1000) },
        { keep: 'ledger.json', as: `ledger.${index}.json` },
      ]);
    }
    expect(proxy.roundTrips() - before).toBe(4);
    proxy.delay = 0;
    await lock.release();
    await proxy.close();
  });

  it('reads no more for an append to a long text than to a short one', async () => {
    server.sql('CREATE DATABASE long');
    const ledger = ledgerAt(server.url({ database: 'long' }));
    const lock = await ledger.backend('prod').lock(aRun);
    for (let line = 0; line < 400; line++)
      await lock.write([{ append: 'journal/1.jsonl', text: `${line}\n` }]);
    await lock.release();
    // The end of a session publishes its statistics.
    await ledger.close();
    const read = (): number =>
      Number(server.sql('SELECT sum(idx_tup_read) FROM pg_stat_user_indexes', 'long'));
    await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(400);
    expect(read()).toBeLessThan(4000);
  });

  it('gives up a write that waits for too long, and says for what', async () => {
    const environment = fresh();
    const ledger = ledgerAt(server.url(), { statementTimeout: 300 });
    const lock = await ledger.backend(environment).lock(aRun);
    const { ended } = await server.sleepingSql(
      `BEGIN; UPDATE edgewright.lease SET since = now() WHERE environment = '${environment}'; SELECT pg_sleep(1)`,
    );
    const slow = await refusal(lock.write([{ put: 'ledger.json', text: '' }]));
    expect(slow).toMatchObject({ exitCode: 69 });
    expect(slow.message).toContain('another transaction held the rows of this ledger for too long');
    await ended;
    await lock.release();
  });

  it('does not mind the statement timeout of its role, nor commits that do not wait for the disk', async () => {
    server.sql("CREATE ROLE hurried SUPERUSER LOGIN PASSWORD 'abc'");
    server.sql(
      "ALTER ROLE hurried SET statement_timeout = '250ms'; ALTER ROLE hurried SET synchronous_commit = off",
    );
    const url = server.url({ role: 'hurried', password: 'abc' });
    const lock = await ledgerAt(url).backend(fresh()).lock(aRun);
    server.sql(
      "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$; CREATE TABLE seen (what text); CREATE TRIGGER slow BEFORE INSERT ON edgewright.texts FOR EACH ROW WHEN (NEW.name = 'slow') EXECUTE FUNCTION slow()",
    );
    await lock.write([{ put: 'slow', text: '' }]);
    expect(server.sql('SELECT what FROM seen')).toBe('on');
    await lock.release();
  });
});
