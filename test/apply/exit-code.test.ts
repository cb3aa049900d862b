import type { Outcome } from '../../src/model/plan/step-outcome.ts';
import { expect, it } from 'vitest';
import { applyExitCode } from '../../src/apply/run-exit-code.ts';

/** `failed:stale` is a failed step with that cause. */
const cases: [outcomes: string, code: number][] = [
  ['', 0],
  ['done done', 0],
  ['done drifted', 2],
  ['drifted', 2],
  ['done adopted-differs', 2],
  ['adopted-differs failed', 3],
  ['done failed', 3],
  ['done skipped', 3],
  ['done blocked', 3],
  ['failed', 3],
  ['failed:stale failed', 3],
  ['failed:credential skipped skipped', 77],
  ['failed:unreachable failed:unreachable', 69],
  ['failed:stale held', 5],
  ['done failed:credential', 3],
  ['blocked blocked', 6],
  ['blocked held', 6],
  ['done unknown failed', 4],
  ['unknown', 4],
  ['done failed:ledger skipped unknown', 74],
  ['failed:lock skipped', 5],
  ['done failed:lock skipped unknown', 4],
  ['done skipped:lock skipped', 3],
  ['skipped:lock skipped', 5],
];

it.each(cases)('%s -> %i', (words, code) => {
  const outcomes = words
    .split(' ')
    .filter((word) => word !== '')
    .map((word): Outcome => {
      const [first, cause] = word.split(':') as [string, Outcome['cause']];
      const isUpdateDue = first === 'adopted-differs';
      const status = isUpdateDue ? 'done' : (first as Outcome['status']);
      const reason = isUpdateDue
        ? ({ code: 'adopted-differs', fields: ['description'] } as const)
        : ({ code: 'done' } as const);
      const base = { address: 'endpoint/a', action: 'create', status, reason, surprises: [] } as const;
      return cause === undefined ? base : { ...base, cause };
    });
  expect(applyExitCode(outcomes, { isInterrupted: false })).toBe(code);
  expect(applyExitCode(outcomes, { isInterrupted: true })).toBe(130);
});
