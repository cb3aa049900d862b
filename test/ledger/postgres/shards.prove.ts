/** The leases of shards, and the ledger that they share. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ledgerStore } from '../../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import type { JournalRecord, RunAbout } from '../../../src/model/ledger/journal.ts';
import type { LedgerLock, LedgerStore } from '../../../src/model/ledger/ledger-store.ts';
import type { ShardInputs, ShardToLock } from '../../../src/model/ledger/shard.ts';
import { aHost } from '../a-host.ts';
import { aRun } from '../a-run.ts';
import { closeLedgers, ledgerAt, refusal } from './ledger-at.ts';
import { postgresPrograms, skipped, startPostgres, type PostgresServer } from './postgres-server.ts';

const inputs: ShardInputs = {
  ...{ resources: '1', settings: '1', adopt: '1', removed: '1', approvals: '1', api: '1' },
  version: '1.0.0',
};
const runOf = (id: string): RunAbout => ({ ...aRun, id });

describe.skipIf(postgresPrograms === undefined)(`shards in PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
  });
  afterEach(closeLedgers);
  afterAll(() => server.remove());

  /** A process of its own, whose run has this id. */
  const processOf = (host = aHost()): LedgerStore =>
    ledgerStore({ backend: ledgerAt(server.url(), { host }).backend });
  const lockOf = (environment: string, shard?: ShardToLock): Promise<LedgerLock> =>
    processOf().lock(environment, runOf(shard === undefined ? 'whole' : `shard-${shard.number}`), { shard });
  const two = (number: number): ShardToLock => ({ number, of: 2, inputs });

  const begun = async (): Promise<string> => {
    const environment = `env${++count}`;
    const lock = await lockOf(environment);
    await lock.replace({
      ...emptyLedger({ environment, lineage: 'l', api: 'https://a.example' }),
      serial: 1,
    });
    await lock.release();
    return environment;
  };

  it('excludes itself and the whole, and no other shard', async () => {
    const environment = await begun();
    const first = await lockOf(environment, two(1));
    const second = await lockOf(environment, two(2));
    expect(await refusal(lockOf(environment, two(1)))).toMatchObject({
      exitCode: 5,
      message: expect.stringContaining('is locked by run shard-1') as string,
      help: expect.stringContaining('`edgewright ledger unlock shard-1 --env') as string,
    });
    expect((await refusal(lockOf(environment))).message).toContain('is locked by run shard-1');
    await first.release();
    expect((await refusal(lockOf(environment))).message).toContain('is locked by run shard-2');
    expect(await processOf().holders(environment, two(1))).toEqual([]);
    expect(await processOf().holders(environment)).toMatchObject([{ run: { id: 'shard-2' } }]);
    await second.release();
    const whole = await lockOf(environment);
    expect((await refusal(lockOf(environment, two(1)))).message).toContain('is locked by run whole');
    await whole.release();
    await (await lockOf(environment, two(1))).release();
  });

  it('keeps the number of shards, and refuses another one until it is changed while none is locked', async () => {
    const environment = await begun();
    const held = await lockOf(environment, two(2));
    const other = { number: 1, of: 3, inputs };
    expect(await refusal(lockOf(environment, other))).toEqual({
      exitCode: 5,
      message: `\`${environment}\` is divided into 2 shards, so \`1/3\` is none of them`,
      help: `use \`--shard <number>/2\`; to divide it into 3, while no shard is being applied: \`edgewright ledger shards 3 --env ${environment}\``,
    });
    const change = (): Promise<RunAbout | undefined> =>
      processOf().setShards(environment, runOf('change'), 3);
    expect((await refusal(change())).message).toContain('is locked by run shard-2');
    await held.release();
    await refusal(lockOf(environment, other));
    await change();
    await refusal(lockOf(environment, two(2)));
    await (await lockOf(environment, other)).release();
  });

  it('does not keep the number of a shard that was refused because of the whole', async () => {
    const environment = await begun();
    const whole = await lockOf(environment);
    await refusal(lockOf(environment, { number: 1, of: 90, inputs }));
    await whole.release();
    await (await lockOf(environment, two(1))).release();
  });

  it('has one division until no shard is locked', async () => {
    const environment = await begun();
    const [first, second] = [await lockOf(environment, two(1)), await lockOf(environment, two(2))];
    expect(await second.divide?.('by the second')).toBe('by the second');
    expect(await first.divide?.('by the first')).toBe('by the second');
    await second.release();
    const again = await lockOf(environment, two(2));
    expect(await again.divide?.('later')).toBe('by the second');
    await first.release();
    await again.release();
    const next = await lockOf(environment, two(1));
    expect(await next.divide?.('new')).toBe('new');
    await next.release();
  });

  it('is refused beside runs with other inputs, until none of them is held', async () => {
    const environment = await begun();
    const other = (number: number): ShardToLock => ({
      ...{ number, of: 3 },
      inputs: { ...inputs, resources: '2', approvals: '2' },
    });
    const three = (number: number): ShardToLock => ({ ...two(number), of: 3 });
    const [first, second] = [await lockOf(environment, three(1)), await lockOf(environment, three(2))];
    expect(await refusal(lockOf(environment, other(3)))).toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(
        /^other shards of `env\d+` are being applied with other inputs \(resources, approvals\): run shard-1 \(.*\), run shard-2 \(.*\)$/,
      ) as string,
      help: expect.stringMatching(
        /^apply the same commit in all shards, .*: `edgewright ledger unlock shard-1 --env env\d+`, `edgewright ledger unlock shard-2 --env env\d+`$/,
      ) as string,
    });
    expect(await processOf().holders(environment, other(3))).toMatchObject([
      { run: { id: 'shard-1' }, hasOtherInputs: true },
      { run: { id: 'shard-2' }, hasOtherInputs: true },
    ]);
    // The lock of the shard itself comes first, whatever it applies.
    expect((await refusal(lockOf(environment, other(1)))).message).toContain('is locked by run shard-1');
    await first.divide?.('old');
    await first.release();
    expect(await refusal(lockOf(environment, other(3)))).toMatchObject({
      message: expect.stringMatching(/: run shard-2 \([^,]*\)$/) as string,
      help: expect.stringContaining('wait for it to end; once it is certain') as string,
    });
    await second.release();
    const next = await lockOf(environment, other(3));
    expect(await next.divide?.('new')).toBe('new');
    // A run that would go on with the old inputs is the one to be refused now.
    expect((await refusal(lockOf(environment, three(1)))).message).toContain('run shard-3 (');
    await next.release();
  });

  it('is refused beside a run that does not say what it applies', async () => {
    const environment = await begun();
    const old = await lockOf(environment, two(1));
    server.sql(
      `UPDATE edgewright.lease SET run = run::jsonb - 'inputs' WHERE environment = '${environment}'`,
    );
    const { message } = await refusal(lockOf(environment, two(2)));
    expect(message).toMatch(/are being applied with other inputs: run shard-1 /);
    await old.release();
  });

  it('keeps no division for a shard whose lock was taken away', async () => {
    const environment = await begun();
    const lock = await lockOf(environment, two(1));
    expect(await processOf().unlock(environment, 'shard-2')).toMatchObject({ other: { id: 'shard-1' } });
    expect(await processOf().unlock(environment, 'shard-1')).toBe('unlocked');
    expect(await refusal(lock.divide?.('late') ?? Promise.resolve())).toMatchObject({
      message: 'the ledger lock was removed while this run held it',
    });
    const next = await lockOf(environment, two(2));
    expect(await next.divide?.('new')).toBe('new');
    await next.release();
  });

  it('reads what all shards recorded, and the last one to end folds it', async () => {
    const environment = await begun();
    const [first, second] = [await lockOf(environment, two(1)), await lockOf(environment, two(2))];
    expect([first.fence, second.fence]).toEqual([1, 1]);
    await first.append([put('endpoint/one')]);
    await second.append([put('endpoint/two')]);
    const texts = ledgerAt(server.url()).backend(environment);
    const known = async (): Promise<readonly string[]> =>
      Object.keys((await processOf().read(environment))?.resources ?? {}).sort();
    expect(await texts.list('journal/')).toEqual(['1-1.jsonl', '1-2.jsonl']);
    expect(await known()).toEqual(['endpoint/one', 'endpoint/two']);
    await first.release();
    // A later run of a shard knows what the other one has recorded so far.
    const again = await lockOf(environment, two(1));
    expect(Object.keys(again.state()?.resources ?? {}).sort()).toEqual(['endpoint/one', 'endpoint/two']);
    await again.append([put('endpoint/three')]);
    await again.release();
    expect(await texts.list('journal/')).toEqual(['1-1.jsonl', '1-2.jsonl', '2-1.jsonl']);
    expect((await processOf().verify(environment)).map(({ state }) => state)).not.toContain('fail');
    await second.append([put('endpoint/four')]);
    await second.release();
    expect(await texts.list('journal/')).toEqual([]);
    expect(await known()).toEqual(['endpoint/four', 'endpoint/one', 'endpoint/three', 'endpoint/two']);
    expect((await processOf().history(environment)).map(({ run }) => run.id)).toEqual([
      'shard-1',
      'shard-2',
      'shard-1',
    ]);
    expect((await processOf().verify(environment)).map(({ state }) => state)).not.toContain('fail');
    const whole = await lockOf(environment);
    expect(whole.fence).toBeGreaterThan(2);
    await whole.release();
  });

  it('does not fold what another shard may add to meanwhile', async () => {
    const environment = await begun();
    const backend = ledgerAt(server.url()).backend(environment);
    const lock = await backend.shards?.lock(runOf('shard-1'), two(1));
    let other: LedgerLock | undefined;
    await lock?.alone(async () => {
      other = await lockOf(environment, two(2));
      return [{ put: 'folded', text: 'too early' }];
    });
    expect(await backend.read('folded')).toBeUndefined();
    await other?.release();
    await lock?.alone(() => Promise.resolve([{ put: 'folded', text: 'alone' }]));
    expect(await backend.read('folded')).toBe('alone');
    await lock?.release();
  });

  it('is taken over from processes of this machine that are gone, all of them by the whole', async () => {
    const environment = await begun();
    for (const number of [1, 2]) {
      const dead = processOf(aHost('runner', [], 200 + number));
      await (
        await dead.lock(environment, runOf(`dead-${number}`), { shard: two(number) })
      ).append([{ ...intent, op: String(number).repeat(32), address: `endpoint/e${number}` }]);
    }
    const here = processOf(aHost('runner', [201, 202]));
    const one = await here.lock(environment, runOf('next'), { shard: two(1) });
    expect(one.takenFrom?.id).toBe('dead-1');
    // The create of the other shard may still be under way.
    expect(Object.keys(one.state()?.unknown ?? {}).sort()).toEqual(['endpoint/e1', 'endpoint/e2']);
    await one.release();
    const whole = await here.lock(environment, runOf('whole'));
    expect(whole.takenFrom?.id).toBe('dead-2');
    await whole.release();
  });

  it('takes dead runs with other inputs over, also beside a live one that stays', async () => {
    const environment = await begun();
    const four = (number: number, resources: string): ShardToLock => ({
      ...{ number, of: 4 },
      inputs: { ...inputs, resources },
    });
    const live = await lockOf(environment, four(1, 'old'));
    for (const number of [2, 3]) {
      const dead = processOf(aHost('runner', [], 200 + number));
      const lock = await dead.lock(environment, runOf(`dead-${number}`), { shard: four(number, 'old') });
      await lock.divide?.('old');
    }
    const here = processOf(aHost('runner', [202, 203], 300));
    const next = (): Promise<LedgerLock> => here.lock(environment, runOf('next'), { shard: four(4, 'new') });
    expect((await refusal(next())).message).toMatch(/: run shard-1 \([^,]*\)$/);
    await live.release();
    const lock = await next();
    expect(await lock.divide?.('new')).toBe('new');
    await lock.release();
  });

  it('changes the number of shards although a dead run has the lock of one', async () => {
    const environment = await begun();
    const dead = processOf(aHost('runner', [], 201));
    await dead.lock(environment, runOf('dead'), { shard: two(1) });
    const here = processOf(aHost('runner', [201], 300));
    expect(await here.setShards(environment, runOf('change'), 3)).toMatchObject({ id: 'dead' });
    await (await lockOf(environment, { ...two(3), of: 3 })).release();
  });
});

const intent = {
  type: 'intent',
  action: 'create',
  kind: 'endpoint',
  identity: { url: 'https://a.example.com' },
  at: '2026-01-02T03:04:05.000Z',
} as const;

function put(address: `endpoint/${string}`): JournalRecord {
  const entry = {
    uid: '0'.repeat(32),
    kind: 'endpoint',
    id: `ep_${address.slice('endpoint/'.length)}`,
    observed: {},
    observed_at: '2026-01-02T03:04:05.000Z',
    is_protected: false,
  } as const;
  return { type: 'answer', changes: [{ change: 'put', address, entry }] };
}
