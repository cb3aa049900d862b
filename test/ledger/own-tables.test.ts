import { expect, test } from 'vitest';
import { ledgerRecorder } from '../../src/apply/recorder.ts';
import { replayed, replayedInPlace, type Replayed } from '../../src/ledger/journal/replay.ts';
import { ownTables, shareTables } from '../../src/ledger/own-tables.ts';
import { emptyLedger, unsettledTo } from '../../src/ledger/state.ts';
import type { JournalRecord } from '../../src/model/journal/journal.ts';
import type { LedgerEntry, LedgerState, UnsettledWrite } from '../../src/model/ledger.ts';
import { growth, mostGrowth } from '../work.ts';

const entry = (id: string): LedgerEntry => ({
  uid: id,
  kind: 'endpoint',
  id,
  observed: {},
  observed_at: '2026-01-02T03:04:05Z',
  is_protected: false,
});
const put = (name: string): JournalRecord => ({
  type: 'answer',
  changes: [{ change: 'put', address: `endpoint/${name}`, entry: entry(`ep_${name}`) }],
});
const nothing: Replayed = {
  state: emptyLedger({ environment: 'prod', lineage: 'l', api: 'https://api' }),
  open: new Map(),
};

test('recording one object after the other takes time in proportion to their number', async () => {
  const recording = (size: number) => () => {
    let now = nothing;
    const recorder = ledgerRecorder(
      {
        append: (records) => {
          now = replayedInPlace({ ...now, state: ownTables(now.state) }, records);
          return Promise.resolve();
        },
        failure: () => undefined,
        view: () => now.state,
      },
      'https://api',
    );
    for (let index = 0; index < size; index++) {
      expect(recorder.addressOf({ kind: 'endpoint', id: `ep_${index}` })).toBeUndefined();
      void recorder.record(put(`${index}`));
    }
    expect(recorder.addressOf({ kind: 'endpoint', id: 'ep_7' })).toBe('endpoint/7');
  };
  expect(await growth(recording, 200)).toBeLessThan(mostGrowth);
});

test('recording objects beside many requests without a response takes time in proportion to their number', async () => {
  const recording = (size: number) => () => {
    const names = Array.from({ length: size }, (_, index) => `${index}`);
    const writes = (count: number): NonNullable<LedgerState['late']> =>
      Object.fromEntries(names.slice(0, count).map((name) => [`op${name}`, lost(name)]));
    const state = { ...nothing.state, unsettled: writes(size / 2), late: writes(size) };
    let now: Replayed = { ...nothing, state };
    for (const name of names) {
      now = replayedInPlace({ ...now, state: ownTables(now.state) }, [put(name)]);
      expect(unsettledTo(now.state, `ep_${name}`)).toHaveLength(Number(name) < size / 2 ? 1 : 0);
    }
    expect(now.state.late).toBeUndefined();
    for (const name of names)
      now = replayedInPlace(now, [
        { type: 'answer', changes: [{ change: 'remove', address: `endpoint/${name}` }] },
      ]);
    expect(now.state.unsettled).toBeUndefined();
  };
  expect(await growth(recording, 200)).toBeLessThan(mostGrowth);
});

function lost(name: string): UnsettledWrite {
  return { action: 'delete', address: `endpoint/${name}`, id: `ep_${name}`, since: '2026-01-02T03:04:05Z' };
}

test('a ledger that has nothing of its API any more belongs to the one that is written to next', () => {
  let now = nothing;
  const append = (records: readonly JournalRecord[]): Promise<void> => {
    now = replayedInPlace({ ...now, state: ownTables(now.state) }, records);
    return Promise.resolve();
  };
  const lock = { append, failure: () => undefined, view: () => now.state };
  void ledgerRecorder(lock, 'https://api.other').record(put('a'));
  expect(now.state.api).toBe('https://api.other');
});

test('a shared ledger never changes', () => {
  const first = replayed(nothing, [put('a')]);
  const second = replayed(first, [put('b')]);
  const own = { ...second, state: ownTables(second.state) };
  const third = replayedInPlace(own, [put('c')]);
  const held = shareTables(third.state);
  const fourth = replayedInPlace({ ...third, state: ownTables(third.state) }, [
    { type: 'answer', changes: [{ change: 'remove', address: 'endpoint/a' }] },
  ]);
  const names = [first.state, second.state, held, fourth.state].map(({ resources }) =>
    Object.keys(resources).map((address) => address.slice('endpoint/'.length)),
  );
  expect(names).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c'], ['b', 'c']]);
});

test('the approvals of an unanswered create count as used once its object is recorded', () => {
  const approvals = [{ address: 'endpoint/a', allow: 'exposure', change: 'c1' }] as const;
  const create = {
    kind: 'endpoint',
    op: 'op1',
    identity: {},
    since: '2026-01-02T03:04:05Z',
    approvals,
  } as const;
  const before = { ...nothing, state: { ...nothing.state, unknown: { 'endpoint/a': create } } };
  const { state } = replayed(before, [put('a')]);
  expect(state.unknown).toBeUndefined();
  expect(state.approvals).toEqual([{ ...approvals[0], at: create.since }]);
});
