import { expect, test } from 'vitest';
import { ledgerRecorder } from '../../src/apply/recorder.ts';
import { copyOfLedger, viewOf } from '../../src/ledger/draft.ts';
import { afterJournal, replay, replayOf } from '../../src/ledger/journal/replay.ts';
import type { JournalRecord } from '../../src/model/ledger/journal.ts';
import { nothing, put, removed } from './records.ts';

test('a ledger that has nothing of its API any more belongs to the one that is written to next', () => {
  const now = replayOf(nothing);
  const append = (records: readonly JournalRecord[]): Promise<void> => {
    replay(now, records);
    return Promise.resolve();
  };
  const lock = { append, failure: () => undefined, view: () => viewOf(now.draft) };
  void ledgerRecorder(lock, 'https://api.other').record(put('a'));
  expect(viewOf(now.draft).api).toBe('https://api.other');
});

test('a ledger that was handed out never changes', () => {
  const first = afterJournal(nothing, [put('a')]);
  const second = afterJournal(first, [put('b')]);
  const now = replayOf(second);
  replay(now, [put('c')]);
  const third = copyOfLedger(now.draft);
  replay(now, [removed('a')]);
  const names = [first, second, third, viewOf(now.draft)].map(({ resources }) =>
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
  const state = afterJournal({ ...nothing, unknown: { 'endpoint/a': create } }, [put('a')]);
  expect(state.unknown).toBeUndefined();
  expect(state.approvals).toEqual([{ ...approvals[0], at: create.since }]);
});
