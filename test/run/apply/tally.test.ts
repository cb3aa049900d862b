import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tallyOf } from '../../../src/run/apply/summarize.ts';
import type { HistoryEntry } from '../../../src/model/ledger/history-entry.ts';
import type { Outcome } from '../../../src/model/plan/step-outcome.ts';
import type { StepAction } from '../../../src/model/plan/step.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { aRun } from '../../ledger/a-run.ts';

const outcome = (
  address: Address,
  action: StepAction,
  status: Outcome['status'],
  more: Partial<Outcome> = {},
): Outcome => ({ address, action, status, reason: { code: 'done' }, surprises: [], ...more });

const journal = (
  requests: HistoryEntry['requests'],
  recorded: HistoryEntry['recorded'] = [],
): HistoryEntry => ({ serial: 2, fence: 1, run: aRun, requests, recorded });

const created = { address: 'endpoint/a', action: 'create', ending: 'done' } as const;

test('a step is done if the journal says so', () => {
  const outcomes = [outcome('endpoint/a', 'create', 'done'), outcome('endpoint/b', 'adopt', 'done')];
  const steps = 3;
  expect(tallyOf({ steps, outcomes, recorded: journal([created], ['endpoint/b']) })).toMatchObject({
    created: 1,
    adopted: 1,
    unknown: 0,
    unchanged: 1,
    steps,
  });
  expect(tallyOf({ steps, outcomes, recorded: undefined })).toMatchObject({
    created: 0,
    adopted: 0,
    unknown: 2,
  });
});

test('a create without an ending in the journal is unknown, whatever its step was told', () => {
  const recorded = journal([{ ...created, ending: 'unknown' }]);
  const failed = outcome('endpoint/a', 'create', 'failed');
  expect(tallyOf({ steps: 1, outcomes: [failed], recorded })).toMatchObject({ unknown: 1, failed: 0 });
  // The journal could not be written, and the step says what must be kept.
  const unrecorded = { ...failed, cause: 'ledger' } as const;
  expect(tallyOf({ steps: 1, outcomes: [unrecorded], recorded })).toMatchObject({ unknown: 0, failed: 1 });
});

test('an update whose object was read as before has failed, also if its request may still arrive', () => {
  const recorded = journal([{ address: 'endpoint/a', action: 'update', ending: 'unknown' }]);
  const failed = outcome('endpoint/a', 'update', 'failed');
  expect(tallyOf({ steps: 1, outcomes: [failed], recorded })).toMatchObject({ failed: 1, unknown: 0 });
});

const actions = [
  'create',
  'update',
  'delete',
  'adopt',
  'retire',
  'forget',
  'keep',
  'drift',
  'blocked',
] as const;
const statuses = ['done', 'failed', 'skipped', 'unknown', 'drifted', 'blocked'] as const;
const endings = ['done', 'rejected', 'not-sent', 'unknown'] as const;

test('the counts add up to the steps, whatever happened', () => {
  const step = fc.record({
    action: fc.constantFrom(...actions),
    status: fc.constantFrom(...statuses),
    ending: fc.option(fc.constantFrom(...endings)),
    isRecorded: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step), fc.nat(20), (ended, silent) => {
      const addressOf = (at: number): Address => `endpoint/e${at}`;
      const outcomes = ended.map(({ action, status }, at) => outcome(addressOf(at), action, status));
      const requests = ended.flatMap(({ ending }, at) =>
        ending === null ? [] : [{ ...created, address: addressOf(at), ending }],
      );
      const recorded = journal(
        requests,
        ended.flatMap(({ isRecorded }, at) => (isRecorded ? [addressOf(at)] : [])),
      );
      const { steps, ...counts } = tallyOf({ steps: ended.length + silent, outcomes, recorded });
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(steps);
      expect(Object.values(counts).every((count) => count >= 0)).toBe(true);
    }),
  );
});
