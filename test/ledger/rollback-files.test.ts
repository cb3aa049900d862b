import { expect, test } from 'vitest';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerLock, LedgerStore } from '../../src/model/ledger/ledger-store.ts';
import { aRun } from './a-run.ts';
import { memoryBackend } from './memory-backend.ts';

const first = emptyLedger({ environment: 'production', lineage: 'l1', api: '' });

async function opened(texts = new Map<string, string>()): Promise<{ store: LedgerStore; lock: LedgerLock }> {
  const backend = memoryBackend(texts);
  const store = ledgerStore({ backend: () => backend });
  const lock = await store.lock('production', aRun);
  await lock.replace(first);
  return { store, lock };
}

const writtenAt = (second: number): string =>
  JSON.stringify({ at: new Date(second * 1000).toISOString(), format: 1 });

test('a run is read as it was written', async () => {
  const { store, lock } = await opened();
  await lock.keepRollback('7', 'the way back\n');
  const files = store.rollbacks('production');
  expect(await files.read('7')).toBe('the way back\n');
  expect(files.shown('7')).toBe('rollback/7.json');
});

test('the last twenty by time are kept, and listed by serial as a number', async () => {
  const { store, lock } = await opened();
  const runs = Array.from({ length: 23 }, (_, index) => String(index + 1));
  for (const [index, run] of runs.entries()) await lock.keepRollback(run, writtenAt(index));
  expect(await store.rollbacks('production').list()).toEqual(runs.slice(3));
});

test('the last twenty of each shard are kept, whatever serials they have', async () => {
  const { store, lock } = await opened();
  const applies = Array.from({ length: 22 }, (_, index) => {
    const serial = index * 2 + 1;
    // The first apply without shards; in later ones some shards began after others had recorded something.
    return index === 0 ? ['1'] : [`${serial}`, `${serial}-2`, `${serial + 1}-3`];
  });
  for (const [index, runs] of applies.entries())
    for (const run of runs) await lock.keepRollback(run, writtenAt(index));
  expect(await store.rollbacks('production').list()).toEqual(applies.slice(2).flat());
});

test('the newest file stays, even if older ones have higher serials', async () => {
  const { store, lock } = await opened();
  const runs = Array.from({ length: 20 }, (_, index) => String(index + 100));
  for (const [index, run] of runs.entries()) await lock.keepRollback(run, writtenAt(index));
  await lock.keepRollback('7', writtenAt(3));
  expect(await store.rollbacks('production').list()).toEqual(['7', ...runs.slice(1)]);
});

test('the name of a run cannot lead to a different text', async () => {
  const texts = new Map([['rollback/1.json', 'one']]);
  const { store } = await opened(texts);
  texts.set('rollback/notes.json', 'of somebody');
  const files = store.rollbacks('production');
  for (const name of ['../ledger', 'notes', '1.json', '', '2', '01'])
    expect(await files.read(name)).toBeUndefined();
  expect(await files.list()).toEqual(['1']);
});
