import { expect, it } from 'vitest';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import { journalLines, emptyJournal } from '../../src/ledger/journal/journal-text.ts';
import type { LedgerEntry } from '../../src/model/ledger/ledger.ts';
import type { JournalRecord } from '../../src/model/ledger/journal.ts';
import { aRun } from './a-run.ts';
import { memoryBackend } from './memory-backend.ts';

const entry = (text: string): LedgerEntry => ({
  uid: 'u1',
  kind: 'endpoint',
  id: 'ep_1',
  observed: { metadata: text },
  observed_at: aRun.at,
  is_protected: false,
});
const put = (text: string): JournalRecord => ({
  type: 'answer',
  changes: [{ change: 'put', address: 'endpoint/a', entry: entry(text) }],
});

it('a large ledger is written again once its journals are many, not by every run', async () => {
  const backend = memoryBackend();
  const store = ledgerStore({ backend: () => backend });
  const first = emptyLedger({ environment: 'prod', lineage: 'l1', api: 'https://api' });
  const begun = await store.lock('prod', aRun);
  await begun.replace({ ...first, serial: 1, resources: { 'endpoint/big': entry('x'.repeat(5_000_000)) } });
  await begun.release();
  const journals = (): readonly string[] =>
    [...backend.texts.keys()].filter((name) => name.startsWith('journal/'));
  const run = async (text: string): Promise<void> => {
    const lock = await store.lock('prod', aRun);
    await lock.append([put(text)]);
    await lock.release();
  };
  await run('1');
  expect(journals()).toHaveLength(1);
  const head = { type: 'run', format: 1, lineage: 'l1', environment: 'prod', run: aRun } as const;
  const held = await backend.lock(aRun);
  for (let fence = 2; fence <= 30; fence++) {
    const { text } = journalLines([{ ...head, serial: fence + 1, fence }, put(String(fence))], emptyJournal);
    await held.write([{ create: `journal/${fence}.jsonl`, text }]);
  }
  await held.release();
  await run('31');
  expect(journals()).toHaveLength(31);
  await run('32');
  expect(journals()).toEqual([]);
  expect((await store.read('prod'))?.resources['endpoint/a']?.observed).toEqual({ metadata: '32' });
  expect(await store.history('prod')).toHaveLength(32);
});
