/** Ledgers with a seal: what can be done to them without the key, by a person who can write to their place. */
import { describe, expect, it } from 'vitest';
import { emptyJournal, journalLines } from '../../src/ledger/journal/journal-text.ts';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { LedgerStore } from '../../src/model/ledger/ledger-store.ts';
import { aRun } from './a-run.ts';
import { memoryBackend } from './memory-backend.ts';
import { nothing, put } from './records.ts';

const key = 'a key of at least thirty-two bytes';
const other = 'another key of at least 32 bytes!!';

function storeOn(texts: Map<string, string>, sealKey?: string): LedgerStore {
  return ledgerStore({ backend: () => ({ ...memoryBackend(texts), sealKey }), lineage: 'l' });
}

async function record(store: LedgerStore, name: string): Promise<void> {
  const lock = await store.lock('prod', aRun);
  try {
    if (lock.state() === undefined) await lock.replace({ ...nothing, serial: 1 });
    await lock.append([put(name)]);
  } finally {
    await lock.release();
  }
}

/** Two generations under the seal. */
async function sealedTexts(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  await record(storeOn(texts, key), 'a');
  return texts;
}

function stateIn(texts: ReadonlyMap<string, string>): LedgerState {
  const parsed = parseLedger(texts.get('ledger.json')!);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.state;
}

/** The ledger with the id of another object, whole in every other way. */
function forged(state: LedgerState): LedgerState {
  const entry = state.resources['endpoint/a']!;
  return { ...state, resources: { 'endpoint/a': { ...entry, id: 'ep_theirs' } } };
}

const unsealed = 'it is not sealed, and EDGEWRIGHT_PLAN_KEY is set here';
const unfit =
  'its seal does not fit: it was made with a different EDGEWRIGHT_PLAN_KEY, or the text was edited';

const forgeries: readonly (readonly [string, string, (texts: Map<string, string>) => void])[] = [
  ['without a seal', unsealed, (texts) => texts.set('ledger.json', ledgerText(forged(stateIn(texts))))],
  [
    'with the seal of another key',
    unfit,
    (texts) => texts.set('ledger.json', ledgerText(forged(stateIn(texts)), other)),
  ],
  [
    'with the seal of the right one',
    unfit,
    (texts) => {
      const [line] = /"signature":"[0-9a-f]{64}"/.exec(texts.get('ledger.json')!)!;
      const text = ledgerText(forged(stateIn(texts)), other);
      texts.set('ledger.json', text.replace(/"signature":"[0-9a-f]{64}"/, line));
    },
  ],
  [
    'in another layout',
    unsealed,
    (texts) => {
      const whole = JSON.parse(ledgerText(forged(stateIn(texts)))) as object;
      texts.set('ledger.json', JSON.stringify(whole, undefined, 1));
    },
  ],
];

describe('a sealed ledger', () => {
  it('is read with the key and without it, and written only with it', async () => {
    const texts = await sealedTexts();
    expect(Object.keys((await storeOn(texts, key).read('prod'))!.resources)).toEqual(['endpoint/a']);
    expect(Object.keys((await storeOn(texts).read('prod'))!.resources)).toEqual(['endpoint/a']);
    const before = [...texts];
    await expect(record(storeOn(texts), 'b')).rejects.toThrow(
      'the ledger of `prod` is sealed, and EDGEWRIGHT_PLAN_KEY is not set here',
    );
    expect([...texts]).toEqual(before);
    await record(storeOn(texts, key), 'b');
    expect((await storeOn(texts, key).verify('prod')).map(({ state }) => state)).not.toContain('fail');
  });

  it.each(forgeries)('that was forged %s is refused, by verify too', async (_how, problem, forge) => {
    const texts = await sealedTexts();
    forge(texts);
    // Without the key nothing of it can be seen.
    expect(stateIn(texts).resources['endpoint/a']!.id).toBe('ep_theirs');
    const store = storeOn(texts, key);
    await expect(store.read('prod')).rejects.toMatchObject({
      exitCode: 5,
      message: `\`ledger.json\` cannot be used: ${problem}`,
      help: expect.stringContaining('edgewright ledger restore 2 --env prod') as string,
    });
    const [found] = await store.verify('prod');
    expect(found).toMatchObject({ state: 'fail', text: problem });
    expect(found!.help).toContain('edgewright ledger seal --env prod');
  });

  it('is not followed by a forged journal', async () => {
    const texts = await sealedTexts();
    const { lineage, serial } = stateIn(texts);
    const run = { type: 'run', format: 1, lineage, environment: 'prod', serial: serial + 1 } as const;
    const records = [{ ...run, fence: 9, run: aRun }, put('theirs')];
    for (const [seal, problem] of [
      [undefined, unsealed],
      [other, unfit],
    ] as const) {
      texts.set('journal/9.jsonl', journalLines(records, emptyJournal, seal).text);
      await expect(storeOn(texts, key).read('prod')).rejects.toThrow(`of its line 1: ${problem}`);
    }
    // As a run with the key that was killed has left it.
    texts.set('journal/9.jsonl', journalLines(records, emptyJournal, key).text);
    expect(Object.keys((await storeOn(texts, key).read('prod'))!.resources)).toContain('endpoint/theirs');
    // A line that was added to it.
    const more = journalLines([put('more')], { lines: 2, sum: '0'.repeat(32) });
    texts.set('journal/9.jsonl', texts.get('journal/9.jsonl')! + more.text);
    await expect(storeOn(texts, key).read('prod')).rejects.toThrow('its line 3 is damaged');
  });

  it('does not count a forged generation as newer', async () => {
    const texts = await sealedTexts();
    const state = stateIn(texts);
    texts.set('ledger.9.json', ledgerText({ ...forged(state), serial: 9, fence: 9 }));
    const read = await storeOn(texts, key).read('prod');
    expect(read!.resources['endpoint/a']!.id).toBe(state.resources['endpoint/a']!.id);
  });
});

describe('sealing', () => {
  it('is for a ledger that has no seal yet, or that of a lost key, with the journals of it', async () => {
    for (const before of [undefined, other]) {
      const texts = new Map<string, string>();
      await record(storeOn(texts, before), 'a');
      const killed = await storeOn(texts, before).lock('prod', aRun);
      await killed.append([put('killed')]);
      const store = storeOn(texts, key);
      await expect(store.read('prod')).rejects.toThrow('`ledger.json` cannot be used');
      const state = await store.seal('prod', { ...aRun, id: '000000000001', verb: 'ledger seal' });
      expect(Object.keys(state.resources).sort()).toEqual(['endpoint/a', 'endpoint/killed']);
      expect(await store.read('prod')).toEqual(state);
      expect((await store.verify('prod')).map(({ state: found }) => found)).not.toContain('fail');
      expect((await store.history('prod')).at(-1)!.run.verb).toBe('ledger seal');
    }
  });

  it('refuses where there is no ledger', async () => {
    await expect(storeOn(new Map(), key).seal('prod', aRun)).rejects.toThrow(
      '`prod` has no ledger that could be sealed',
    );
  });
});
