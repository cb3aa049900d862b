import type { RunAbout } from '../../src/model/ledger/journal.ts';

/** A run for tests that are not about runs. */
export const aRun: RunAbout = {
  id: 'a1b2c3d4e5f6',
  at: '2026-01-02T03:04:05.000Z',
  verb: 'apply',
  host: 'runner',
};
