import { expect, test } from 'vitest';
import type { Tally } from '../../../src/model/plan/tally.ts';
import { appliedTable, appliedText } from '../../../src/report/run/applied.ts';

const none: Tally = {
  steps: 0,
  created: 0,
  updated: 0,
  deleted: 0,
  adopted: 0,
  retired: 0,
  forgotten: 0,
  renamed: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
  drifted: 0,
  blocked: 0,
  unchanged: 0,
};

test('counts what happened in one line', () => {
  const mixed = { ...none, created: 1, updated: 1, failed: 1, skipped: 1, unknown: 1, drifted: 1 };
  expect(appliedText(mixed)).toBe(
    'Applied: 1 created, 1 updated; 1 failed, 1 skipped, 1 unknown, 1 drifted (kept).',
  );
  expect(appliedText({ ...none, created: 1, updated: 1 })).toBe('Applied: 1 created, 1 updated.');
  expect(appliedText(none)).toBe('Applied: 0 changes.');
});

test('a long run has a table by kind, with its zeros', () => {
  const endpoints = { ...none, created: 9, unchanged: 3, steps: 12 };
  const routes = { ...none, created: 1, unknown: 1, blocked: 1, steps: 3 };
  const total = { ...none, created: 10, unknown: 1, blocked: 1, unchanged: 3, steps: 15 };
  expect(appliedTable(total, { endpoint: endpoints, 'https-route': routes })).toBe(
    [
      '           endpoint  https-route  total',
      'created           9            1     10',
      'updated           0            0      0',
      'deleted           0            0      0',
      'adopted           0            0      0',
      'failed            0            0      0',
      'skipped           0            0      0',
      'unknown           0            1      1',
      'blocked           0            1      1',
      'unchanged         3            0      3',
      'steps            12            3     15',
    ].join('\n'),
  );
});

test('a short run has none: its lines can be counted', () => {
  expect(appliedTable({ ...none, created: 10, unchanged: 90, steps: 100 }, {})).toBe('');
});
