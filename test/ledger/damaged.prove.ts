/**
 * State cut at every byte, with random bytes flipped, from the future, or of another workspace: each is refused with
 * the command to run, and nothing is written. A journal may be cut, since that is what a crash leaves.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyJournal, journalLines, parseJournal } from '../../src/ledger/journal/journal-text.ts';
import { LedgerError } from '../../src/model/errors.ts';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { damagedHistoryLines } from '../../src/ledger/journal/read-history.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { JournalRecord } from '../../src/model/ledger/journal.ts';
import type { LedgerEntry } from '../../src/model/ledger/ledger.ts';
import type { LedgerStore } from '../../src/model/ledger/ledger-store.ts';
import { runs } from '../runs.ts';
import { aRun } from './a-run.ts';
import { memoryBackend } from './memory-backend.ts';

const at = '2026-01-02T03:04:05Z';
const entry = (id: string): LedgerEntry => ({
  uid: `uid-${id}`,
  kind: 'endpoint',
  id,
  observed: { url: `https://${id}.example.com`, description: 'Grüße' },
  observed_at: at,
  is_protected: false,
});
const put = (name: string, op?: string): JournalRecord => ({
  type: 'answer',
  ...(op === undefined ? {} : { op }),
  changes: [{ change: 'put', address: `endpoint/${name}`, entry: entry(`ep_${name}`) }],
});
const intent = (name: string): JournalRecord => ({
  type: 'intent',
  op: name,
  address: `endpoint/${name}`,
  kind: 'endpoint',
  action: 'create',
  identity: { url: `https://${name}.example.com` },
  at,
});

/** The texts of a ledger with three generations, and the journal of a run that was killed. */
let good: ReadonlyMap<string, string>;
const journal = 'journal/3.jsonl';

const storeOf = (texts: Map<string, string>, lineage = 'l1'): LedgerStore =>
  ledgerStore({ backend: () => memoryBackend(texts), lineage });

beforeAll(async () => {
  const texts = new Map<string, string>();
  const store = storeOf(texts);
  const about = { environment: 'prod', lineage: 'l1', api: 'https://api' };
  const steps: readonly ((lock: Awaited<ReturnType<LedgerStore['lock']>>) => Promise<void>)[] = [
    (lock) => lock.replace({ ...emptyLedger(about), serial: 1 }),
    (lock) => lock.append([intent('a'), put('a', 'a')]),
    (lock) => lock.append([intent('b'), put('b', 'b')]),
  ];
  for (const step of steps) {
    const lock = await store.lock('prod', aRun);
    await step(lock);
    await lock.release();
  }
  const killed = await storeOf(texts).lock('prod', aRun);
  await killed.append([intent('c'), intent('d')]);
  await killed.append([put('c', 'c')]);
  good = texts;
  expect([...good.keys()].sort()).toEqual([
    'history.jsonl',
    journal,
    ...['ledger.1.json', 'ledger.2.json', 'ledger.3.json', 'ledger.json'],
  ]);
});

/** What a reader and a writer get with this text in the place of the good one; nothing may be written. */
async function refusals(name: string, text: string, lineage?: string): Promise<readonly LedgerError[]> {
  const refused: LedgerError[] = [];
  const texts = new Map(good).set(name, text);
  const before = new Map(texts);
  const store = storeOf(texts, lineage);
  for (const attempt of [() => store.read('prod'), () => store.lock('prod', aRun)]) {
    try {
      await attempt();
    } catch (error) {
      expect(error).toBeInstanceOf(LedgerError);
      refused.push(error as LedgerError);
    }
  }
  expect(texts).toEqual(before);
  return refused;
}

async function expectRefused(name: string, text: string): Promise<void> {
  const found = await refusals(name, text);
  const at = `${text.length} of ${good.get(name)?.length}`;
  expect(found.length, at).toBe(2);
  for (const { exitCode, message, help } of found) {
    expect([exitCode, message.split('`')[1]], at).toEqual([5, name]);
    expect(help, at).toContain('`edgewright ledger restore 3 --env prod`');
  }
}

describe('the ledger', () => {
  it('is refused wherever it is cut', async () => {
    const text = good.get('ledger.json') ?? '';
    for (let end = 0; end < text.trimEnd().length; end++)
      await expectRefused('ledger.json', text.slice(0, end));
  });

  it('is refused with any bytes changed, or means the same', async () => {
    const text = good.get('ledger.json') ?? '';
    const known = await storeOf(new Map(good)).read('prod');
    await fc.assert(
      fc.asyncProperty(flips(text), async (changed) => {
        const store = storeOf(new Map(good).set('ledger.json', changed));
        const read = await store.read('prod').catch(() => undefined);
        if (read === undefined) {
          // A changed number may also be a format of the future, or a lineage of another workspace.
          const [first] = await refusals('ledger.json', changed);
          expect(first?.exitCode).toBe(5);
          expect(first?.help).not.toBe('');
        } else expect(read).toEqual(known);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('of the future says what can read it', async () => {
    for (const name of ['ledger.json', journal]) {
      const [first] = await refusals(name, ofTheFuture(name));
      expect([first?.exitCode, first?.help]).toEqual([5, 'update Edgewright to the version that wrote it']);
    }
  });

  it('of another workspace or environment is refused', async () => {
    const [other] = await refusals('ledger.json', good.get('ledger.json') ?? '', 'l2');
    expect(other?.help).toContain('bring back the ledger, or the `lineage`, that was here');
    const store = ledgerStore({ backend: () => memoryBackend(new Map(good)), lineage: 'l1' });
    await expect(store.lock('staging', aRun)).rejects.toThrow('is the ledger of the environment `prod`');
  });
});

describe('the journal of a killed run', () => {
  it('is read up to the line in which it is cut, and what it began is in doubt', async () => {
    const text = good.get(journal) ?? '';
    for (let end = 0; end < text.length; end++) {
      const texts = new Map(good).set(journal, text.slice(0, end));
      const before = new Map(texts);
      const state = await storeOf(texts).read('prod');
      expect(texts).toEqual(before);
      const read = parseJournal(text.slice(0, end)).records;
      const begun = read.flatMap((each) => (each.type === 'intent' ? [each.address] : []));
      const ended = read.flatMap((each) => (each.type === 'answer' ? ['endpoint/c'] : []));
      expect(Object.keys(state?.resources ?? {})).toEqual(['endpoint/a', 'endpoint/b', ...ended]);
      expect(Object.keys(state?.unknown ?? {})).toEqual(begun.filter((address) => !ended.includes(address)));
    }
  });

  it('is refused with any bytes changed, unless they end its last line', async () => {
    const text = good.get(journal) ?? '';
    await fc.assert(
      fc.asyncProperty(flips(text), async (changed) => {
        const found = await refusals(journal, changed);
        // Without the line break at the end, it is a line that was cut.
        if (!changed.endsWith('\n')) return;
        expect(found.map(({ exitCode }) => exitCode)).toEqual([5, 5]);
        expect(found[0]?.help).toMatch(/ledger restore 3 --env prod|update Edgewright/);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('of another workspace is refused', async () => {
    const texts = new Map<string, string>();
    const about = { environment: 'prod', lineage: 'l2', api: 'https://api' };
    for (let count = 0; count < 3; count++) {
      const lock = await storeOf(texts, 'l2').lock('prod', aRun);
      if (count === 0) await lock.replace({ ...emptyLedger(about), serial: 1 });
      else await lock.append([put(`x${count}`)]);
      await lock.release();
    }
    await (await storeOf(texts, 'l2').lock('prod', aRun)).append([put('y')]);
    await expectRefused(journal, texts.get(journal) ?? '');
  });
});

it('generations that are damaged do not matter to a whole ledger, and are not restored', async () => {
  const text = good.get('ledger.2.json') ?? '';
  for (let end = 0; end < text.trimEnd().length; end++) {
    const texts = new Map(good).set('ledger.2.json', text.slice(0, end));
    expect((await storeOf(texts).read('prod'))?.serial).toBe(4);
    texts.set('ledger.json', '').delete(journal);
    const before = new Map(texts);
    const refused = await storeOf(texts)
      .restore('prod', aRun, 2)
      .catch((error: unknown) => error as LedgerError);
    expect(refused).toMatchObject({
      exitCode: 5,
      help: expect.stringContaining('ledger restore 3') as string,
    });
    expect(texts).toEqual(before);
  }
});

it('a log that is cut or damaged loses lines, and never stops a run', async () => {
  const text = good.get('history.jsonl') ?? '';
  for (let end = 0; end < text.length; end++) {
    const texts = new Map(good).set('history.jsonl', text.slice(0, end));
    const store = storeOf(texts);
    const whole = text.slice(0, end).split('\n').length - 1;
    const found = await store.history('prod');
    expect(found.length - 1, `${end}`).toBeGreaterThanOrEqual(whole);
  }
});

it('a log whose last line a kill cut off is read whole, and goes on', async () => {
  const texts = new Map(good);
  const next = await storeOf(texts).lock('prod', { ...aRun, id: 'next' });
  await next.release();
  const before = good.get('history.jsonl') ?? '';
  const after = texts.get('history.jsonl') ?? '';
  expect(after.slice(0, before.length)).toBe(before);
  const known = await storeOf(texts).history('prod');
  expect(known.map(({ fence }) => fence)).toEqual([1, 2, 3]);
  for (let end = before.length; end <= after.length; end++) {
    // The log is written before the ledger, and the journals are removed after it.
    const cut = new Map(good).set('history.jsonl', after.slice(0, end));
    expect(await storeOf(cut).history('prod'), `${end}`).toEqual(known);
    const lock = await storeOf(cut).lock('prod', { ...aRun, id: 'later' });
    await lock.append([put('e')]);
    await lock.release();
    expect(cut.has(journal)).toBe(false);
    const found = await storeOf(cut).history('prod');
    expect(found.slice(0, -1), `${end}`).toEqual(known);
    expect(found.at(-1), `${end}`).toMatchObject({ fence: 4, recorded: ['endpoint/e'] });
    expect(damagedHistoryLines(cut.get('history.jsonl') ?? ''), `${end}`).toEqual([]);
  }
});

function ofTheFuture(name: string): string {
  const text = good.get(name) ?? '';
  if (name === 'ledger.json') return text.replace('"format":1', '"format":2');
  const [first, ...others] = parseJournal(text).records;
  const records = [{ ...first, format: 2 } as unknown as JournalRecord, ...others];
  return journalLines(records, emptyJournal).text;
}

/** The text with one to four of its bytes changed. */
function flips(text: string): fc.Arbitrary<string> {
  const bytes = Buffer.from(text);
  const flip = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) });
  return fc
    .array(flip, { minLength: 1, maxLength: 4 })
    .map((all) => {
      const copy = Buffer.from(bytes);
      for (const { at: place, bit } of all) copy[place] = (copy[place] ?? 0) ^ (1 << bit);
      return copy.toString();
    })
    .filter((changed) => changed !== text);
}
