/** What is refused, and what a run that is killed leaves: the same for all stores, so with texts in memory. */
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/ledger/backend.ts';
import { migrateLedgers } from '../../../src/ledger/upkeep/migrate.ts';
import { aRun } from '../a-run.ts';
import { memoryBackend } from '../memory-backend.ts';
import { fill, migration, put, storeOn, type Backends } from './a-ledger.ts';

type Texts = Map<string, string>;

const backends = (texts: Texts): Backends => {
  const backend = memoryBackend(texts);
  return () => backend;
};

async function filled(lineage?: string): Promise<Texts> {
  const texts: Texts = new Map();
  await fill(backends(texts), lineage === undefined ? {} : { lineage });
  return texts;
}

/** A process that is killed before its write with this number; its lock stays. */
function killedAt(texts: Texts, budget: { left: number }): Backend {
  const backend = memoryBackend(texts);
  return {
    ...backend,
    lock: async (run) => {
      const lock = await backend.lock(run);
      return {
        ...lock,
        write: async (writes) => {
          for (const write of writes) {
            if (budget.left-- <= 0) throw new Error('killed');
            await lock.write([write]);
          }
        },
      };
    },
  };
}

describe('migrate', () => {
  it('can be killed before any write and repeated; until then the source is whole', async () => {
    const original = await filled();
    const state = await storeOn(backends(original)).read('prod');
    const writes = original.size + 1;
    for (let left = 0; left < writes; left++) {
      const [source, target]: [Texts, Texts] = [new Map(original), new Map()];
      const budget = { left };
      const [from, to] = [killedAt(source, budget), killedAt(target, budget)];
      await expect(
        migrateLedgers(
          migration(
            () => from,
            () => to,
          ),
        ),
      ).rejects.toThrow('killed');
      expect([...source]).toEqual([...original]);
      await migrateLedgers(migration(backends(source), backends(target)));
      expect(await storeOn(backends(target)).read('prod')).toEqual(state);
      expect([...target].toSorted()).toEqual([...original].toSorted());
      await expect(storeOn(backends(source)).read('prod')).rejects.toThrow(/was moved from here/);
    }
  });

  it('is repeated after runs that used the source meanwhile', async () => {
    const [source, target]: [Texts, Texts] = [await filled(), new Map()];
    const from = killedAt(source, { left: 0 });
    await expect(migrateLedgers(migration(() => from, backends(target)))).rejects.toThrow('killed');
    for (const id of ['c00000000001', 'c00000000002']) {
      const lock = await storeOn(backends(source)).lock('prod', { ...aRun, id });
      await lock.append([put(`endpoint/${id}`)]);
      await lock.release();
    }
    const state = await storeOn(backends(source)).read('prod');
    const texts = [...source].toSorted();
    await migrateLedgers(migration(backends(source), backends(target)));
    expect(await storeOn(backends(target)).read('prod')).toEqual(state);
    expect([...target].toSorted()).toEqual(texts);
  });

  const refusals: [what: string, target: (source: Texts) => Texts | Promise<Texts>, message: string][] = [
    [
      'the ledger of another workspace',
      () => filled('l2'),
      '`ledger.json` is the ledger of a different workspace',
    ],
    [
      'a ledger that went on',
      async (source) => {
        const copy = new Map(source);
        const lock = await storeOn(backends(copy)).lock('prod', { ...aRun, id: 'dddddddddddd' });
        await lock.append([put('endpoint/other')]);
        await lock.release();
        return copy;
      },
      '`ledger.json` is a ledger already (serial 10)',
    ],
    ['a damaged ledger', () => new Map([['ledger.json', '{']]), 'is there already and cannot be used'],
    ['a rollback file', () => new Map([['rollback/7.json', '{}']]), '`rollback/7.json` is there already'],
    [
      'a copy that was used since',
      async (source) => {
        const copy = new Map(source);
        const lock = await storeOn(backends(copy)).lock('prod', { ...aRun, id: 'dddddddddddd' });
        await lock.append([put('endpoint/other')]);
        return copy;
      },
      '`ledger.json` is a ledger already (serial 8)',
    ],
  ];
  it.each(refusals)('refuses a target that holds %s', async (_what, make, message) => {
    const source = await filled();
    const target = await make(source);
    const before = [[...source], [...target]];
    await expect(migrateLedgers(migration(backends(source), backends(target)))).rejects.toThrow(message);
    expect([[...source], [...target]]).toEqual(before);
  });

  it('refuses a source that is locked, damaged or of another workspace', async () => {
    const target: Texts = new Map();
    const locked = memoryBackend(await filled());
    await locked.lock(aRun);
    await expect(migrateLedgers(migration(() => locked, backends(target)))).rejects.toThrow('locked');
    const damaged = await filled();
    damaged.set('ledger.json', (damaged.get('ledger.json') ?? '').replace('ep_1', 'ep_2'));
    await expect(migrateLedgers(migration(backends(damaged), backends(target)))).rejects.toThrow('checksum');
    const journal = await filled();
    journal.set('journal/8.jsonl', (journal.get('journal/8.jsonl') ?? '').replace('retired', 'retireX'));
    await expect(migrateLedgers(migration(backends(journal), backends(target)))).rejects.toThrow('damaged');
    const foreign = await filled('l2');
    await expect(migrateLedgers(migration(backends(foreign), backends(target)))).rejects.toThrow('lineage');
    const lost = await filled();
    lost.delete('ledger.json');
    await expect(migrateLedgers(migration(backends(lost), backends(target)))).rejects.toThrow('is gone');
    expect(target.size).toBe(0);
  });

  it('moves all environments or none', async () => {
    const stores = new Map<string, Texts>();
    for (const environment of ['prod', 'dev']) {
      const texts: Texts = new Map();
      await fill(backends(texts), { environment });
      stores.set(environment, texts);
    }
    const source: Backends = (environment) => memoryBackend(stores.get(environment) ?? new Map());
    const held = memoryBackend(new Map([['rollback/7.json', '{}']]));
    const copies = new Map([['prod', memoryBackend()]]);
    const target: Backends = (environment) => copies.get(environment) ?? held;
    const environments = ['prod', 'dev', 'new'];
    await expect(migrateLedgers(migration(source, target, { environments }))).rejects.toThrow(/rollback/);
    expect(copies.get('prod')?.texts.size).toBe(0);
    copies.set('dev', memoryBackend());
    copies.set('new', memoryBackend());
    const moved = await migrateLedgers(migration(source, target, { environments }));
    expect(moved.map(({ environment, texts }) => [environment, texts > 0])).toEqual([
      ['prod', true],
      ['dev', true],
      ['new', false],
    ]);
  });

  it('notices a copy that does not read back as it was written', async () => {
    const source = await filled();
    const before = [...source];
    const forgetful = memoryBackend();
    const target: Backends = () => ({
      ...forgetful,
      read: async (name) => (await forgetful.read(name))?.slice(1),
    });
    await expect(migrateLedgers(migration(backends(source), target))).rejects.toThrow(/does not read back/);
    expect([...source]).toEqual(before);
  });
});
