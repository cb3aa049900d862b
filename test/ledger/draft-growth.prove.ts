import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import { ledgerRecorder } from '../../src/apply/recorder.ts';
import { viewOf } from '../../src/ledger/draft.ts';
import { replay, replayOf } from '../../src/ledger/journal/replay.ts';
import type { LedgerState, UnsettledWrite } from '../../src/model/ledger/ledger.ts';
import { nothing, put, removed } from './records.ts';

test('recording one object after the other is work in proportion to their number', async () => {
  const recording = (size: number) => () => {
    const now = replayOf(nothing);
    const recorder = ledgerRecorder(
      {
        append: (records) => {
          replay(now, records);
          return Promise.resolve();
        },
        failure: () => undefined,
        view: () => viewOf(now.draft),
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

test('recording objects beside many requests without a response is work in proportion to their number', async () => {
  const recording = (size: number) => () => {
    const names = Array.from({ length: size }, (_, index) => `${index}`);
    const writes = (count: number): NonNullable<LedgerState['late']> =>
      Object.fromEntries(names.slice(0, count).map((name) => [`op${name}`, lost(name)]));
    const now = replayOf({ ...nothing, unsettled: writes(size / 2), late: writes(size) });
    const recorder = ledgerRecorder(
      { append: () => Promise.resolve(), failure: () => undefined, view: () => viewOf(now.draft) },
      'https://api',
    );
    for (const name of names) {
      replay(now, [put(name)]);
      expect(recorder.unsettledTo(`ep_${name}`)).toHaveLength(Number(name) < size / 2 ? 1 : 0);
    }
    expect(viewOf(now.draft).late).toBeUndefined();
    for (const name of names) replay(now, [removed(name)]);
    expect(viewOf(now.draft).unsettled).toBeUndefined();
  };
  expect(await growth(recording, 200)).toBeLessThan(mostGrowth);
});

function lost(name: string): UnsettledWrite {
  return { action: 'delete', address: `endpoint/${name}`, id: `ep_${name}`, since: '2026-01-02T03:04:05Z' };
}
