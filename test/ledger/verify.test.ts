/** Damage of each text of a ledger, and the finding on it. Every store reads the same texts. */
import { describe, expect, it } from 'vitest';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { emptyJournal, journalLines } from '../../src/ledger/journal/journal-text.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { JournalRecord } from '../../src/model/ledger/journal.ts';
import type { LedgerEntry, LedgerFinding } from '../../src/model/ledger/ledger.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { aRun } from './a-run.ts';
import { memoryBackend } from './memory-backend.ts';

const entry: LedgerEntry = {
  uid: 'u1',
  kind: 'endpoint',
  id: 'ep_1',
  observed: { url: 'https://a' },
  observed_at: '2026-01-01T00:00:00Z',
  is_protected: false,
};
const put = (address: Address, id = `ep_1${address.slice(-2)}`): JournalRecord => ({
  type: 'answer',
  changes: [{ change: 'put', address, entry: { ...entry, id } }],
});

/** Three generations, and the journal of a run that was killed after two records. */
async function texts(lineage = 'l1', environment = 'prod'): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  const backend = memoryBackend(made);
  const store = ledgerStore({ backend: () => backend });
  for (const serial of [1, 2, 3]) {
    const lock = await store.lock(environment, { ...aRun, id: `00000000000${serial}` });
    if (serial === 1)
      await lock.replace({ ...emptyLedger({ environment, lineage, api: 'https://api' }), serial: 1 });
    else await lock.append([put(`endpoint/n${serial}`)]);
    await lock.release();
  }
  const killed = await store.lock(environment, aRun);
  await killed.append([put('endpoint/killed')]);
  await killed.append([put('endpoint/late')]);
  return made;
}

async function findings(given: Map<string, string>): Promise<readonly LedgerFinding[]> {
  const before = [...given];
  const backend = memoryBackend(given);
  const found = await ledgerStore({ backend: () => backend, lineage: 'l1' }).verify('prod');
  expect([...given]).toEqual(before);
  return found;
}

const restore = '`edgewright ledger restore 3 --env prod` takes `ledger.3.json`, the newest generation';

type Case = readonly [
  what: string,
  damage: (texts: Map<string, string>) => void | Promise<void>,
  place: string,
  text: string,
  help: string,
];

const edit = (name: string, change: (text: string) => string) => (texts: Map<string, string>) =>
  void texts.set(name, change(texts.get(name) ?? ''));
const aged = 'the ledger does not need it; later runs drop it, and it cannot be restored';

const cases: readonly Case[] = [
  [
    'a byte of the ledger',
    edit('ledger.json', (text) => text.replace('ep_1', 'ep_2')),
    'ledger.json',
    'its checksum does not match: it was damaged or edited',
    restore,
  ],
  [
    'a ledger that is gone',
    (texts) => void texts.delete('ledger.json'),
    'ledger.json',
    'it is gone, but generations of it are there',
    restore,
  ],
  [
    'a ledger of the future',
    edit('ledger.json', (text) => text.replace('"format":1', '"format":2')),
    'ledger.json',
    'a newer edgewright wrote it (format 2; this one knows 1)',
    'update Edgewright to the version that wrote it',
  ],
  [
    'a ledger of another workspace',
    async (made) => void made.set('ledger.json', (await texts('l2')).get('ledger.json') ?? ''),
    'ledger.json',
    'it is of the lineage `l2`, edgewright.yaml says `l1`',
    'put the ledger of this environment there',
  ],
  [
    'a ledger of another environment',
    async (made) => void made.set('ledger.json', (await texts('l1', 'dev')).get('ledger.json') ?? ''),
    'ledger.json',
    'it is of the environment `dev`',
    'put the ledger of this environment there',
  ],
  [
    'a byte of a generation',
    edit('ledger.2.json', (text) => text.replace('ep_1', 'ep_2')),
    'ledger.2.json',
    'its checksum does not match: it was damaged or edited',
    aged,
  ],
  [
    'a generation under another number',
    (texts) => void texts.set('ledger.1.json', texts.get('ledger.2.json') ?? ''),
    'ledger.1.json',
    'it has the serial 2',
    aged,
  ],
  [
    'two texts of one serial',
    async (made) => {
      const killed = memoryBackend(made);
      const store = ledgerStore({ backend: () => killed });
      const lock = await store.lock('prod', aRun);
      const state = lock.state();
      const own = made.get('ledger.3.json') ?? '';
      if (state !== undefined) await lock.replace({ ...state, serial: 3 });
      made.set('ledger.3.json', own);
    },
    'ledger.3.json',
    'it differs from `ledger.json`, which has the same serial',
    aged,
  ],
  [
    'a line of a journal',
    edit('journal/3.jsonl', (text) => text.replace('endpoint/killed', 'endpoint/kilXed')),
    'journal/3.jsonl',
    'its line 2 is damaged',
    restore,
  ],
  [
    'a missing line of a journal',
    edit('journal/3.jsonl', (text) => text.split('\n').toSpliced(1, 1).join('\n')),
    'journal/3.jsonl',
    'its line 2 is damaged',
    restore,
  ],
  [
    'a journal of another ledger',
    async (made) => void made.set('journal/3.jsonl', (await texts('l2')).get('journal/3.jsonl') ?? ''),
    'journal/3.jsonl',
    'it is the journal of another ledger',
    restore,
  ],
  [
    'a journal under the fence of a later one',
    (texts) => void texts.set('journal/4.jsonl', texts.get('journal/3.jsonl') ?? ''),
    'journal/4.jsonl',
    'it is the journal of another ledger',
    restore,
  ],
  [
    'a journal that follows one with its serial',
    (made) => {
      const about = { lineage: 'l1', environment: 'prod', run: aRun };
      const { text } = journalLines(
        [{ type: 'run', format: 1, serial: 4, fence: 4, ...about }],
        emptyJournal,
      );
      made.set('journal/4.jsonl', text);
    },
    'journal/4.jsonl',
    'its serial 4 is not above 4',
    restore,
  ],
  [
    'a line of the log',
    edit('history.jsonl', (text) => text.replace('"serial":2', '"serial":')),
    'history.jsonl',
    'line 1 is damaged',
    'only `ledger log` is affected: those runs are missing from it',
  ],
];

describe('verify', () => {
  it('finds nothing wrong with a whole ledger', async () => {
    const found = await findings(await texts());
    expect(found.map(({ state, place, text }) => `${state} ${place}: ${text}`)).toEqual([
      'ok ledger.json: serial 3, fence 2, 2 objects',
      'ok journal/3.jsonl: 3 records that this run, or a later one, adds to the ledger',
      'ok ledger.3.json: serial 3, fence 2, 2 objects',
      'ok ledger.2.json: serial 2, fence 1, 1 object',
      'ok ledger.1.json: serial 1, fence 0, 0 objects',
      'ok history.jsonl: the log',
    ]);
  });

  it.each(cases)('finds %s', async (_what, damage, place, text, help) => {
    const made = await texts();
    await damage(made);
    const wrong = (await findings(made)).filter(({ state }) => state === 'fail');
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatchObject({ place, text });
    expect(wrong[0]?.help).toContain(help);
  });

  it('takes what a crash leaves for no damage', async () => {
    const made = await texts();
    edit('journal/3.jsonl', (text) => text.slice(0, -20))(made);
    edit('history.jsonl', (text) => `${text}{"serial":9`)(made);
    made.set('journal/2.jsonl', '');
    const found = await findings(made);
    expect(found.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(found.filter(({ state }) => state === 'note')).toMatchObject([{ place: 'journal/2.jsonl' }]);
  });

  it('says that a generation is used in place of an older ledger', async () => {
    const made = await texts();
    made.set('ledger.json', made.get('ledger.2.json') ?? '');
    expect((await findings(made)).filter(({ state }) => state !== 'ok')).toMatchObject([
      { state: 'note', place: 'ledger.json' },
    ]);
  });

  it('finds one object under two addresses, one of them in a journal', async () => {
    const made = await texts();
    const backend = memoryBackend(made);
    const lock = await ledgerStore({ backend: () => backend }).lock('prod', aRun);
    await lock.append([put('endpoint/again', 'ep_1n2')]);
    expect((await findings(made)).filter(({ state }) => state === 'fail')).toEqual([
      {
        state: 'fail',
        place: 'ledger.json',
        text: 'it has the id ep_1n2 under `endpoint/again` and `endpoint/n2`, but an object has one address',
        help: 'remove the wrong address, which does not change the object: `edgewright ledger forget endpoint/again --env prod`, or `edgewright ledger forget endpoint/n2 --env prod`',
      },
    ]);
  });

  it('refuses an environment without a ledger', async () => {
    expect(await findings(new Map())).toMatchObject([
      { state: 'fail', text: 'there is no ledger', help: expect.stringContaining('ledger init --env prod') },
    ]);
  });
});
