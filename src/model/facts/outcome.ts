import { kindNames } from '../../kinds/index.ts';
import type { StepReason } from './reason.ts';
import type { ShapeTable, ShapedFact } from './shaped-fact.ts';

/**
 * How a step ended, and why; `report/run/outcome-words.ts` has the sentences. `message` is the first error of the API,
 * the network or the disk, `problem` a following one.
 */
export const stepEndings = {
  // Done.
  done: {},
  'adopted-differs': { fields: 'texts' },
  'forgot-gone': {},
  'forgot-unseen': {},
  'still-exists': {},
  'done-not-kept': { paths: 'texts' },
  'done-not-recorded': { message: 'text' },
  'kept-not-recorded': { message: 'text' },
  'created-read-again': { message: 'text' },
  'created-not-kept': { message: 'text', paths: 'texts' },
  'created-missing': { message: 'text' },
  'created-unseen': { message: 'text', problem: 'text' },
  'created-not-recorded': { kind: kindNames, id: 'text', address: 'text', ref: 'text', message: 'text' },
  // Not done, or unknown.
  failed: { message: 'text' },
  'may-be-ours': { message: 'text', other: 'text', since: 'text' },
  unchanged: { message: 'text' },
  unsettled: { message: 'text' },
  unanswered: { message: 'text' },
  'created-other': { id: 'text', other: 'text' },
  'created-existing': { id: 'text' },
  'created-unmarked': { id: 'text' },
  'changed-since': { paths: 'texts' },
  'deleted-since': {},
  'type-changed': {},
  'owned-by-other': { id: 'text', owner: 'text' },
  'adopt-deleted': {},
  'secrets-unset': { names: 'texts' },
  // Not attempted.
  interrupted: {},
  'ledger-unwritable': {},
  'ledger-failed': { message: 'text' },
  'credential-refused': {},
  'asked-to-wait': { until: 'text' },
  'unknown-in-a-row': { count: 'number' },
  'rests-on-failed': { other: 'text' },
  stale: {},
  'other-shard': { other: 'text', shard: 'number' },
} as const satisfies ShapeTable;

export type StepEnding = ShapedFact<typeof stepEndings>;

/** For a blocked or drifted step, the reason of the step itself. */
export type OutcomeReason = StepEnding | StepReason;

export type NotAttempted = Extract<
  StepEnding,
  {
    readonly code:
      | 'interrupted'
      | 'ledger-unwritable'
      | 'ledger-failed'
      | 'credential-refused'
      | 'asked-to-wait'
      | 'unknown-in-a-row';
  }
>;
