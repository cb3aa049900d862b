import type { OutcomeReason } from '../facts/outcome.ts';
import type { StaleReason } from '../facts/stale.ts';
import type { Address } from '../workspace/address.ts';
import type { StepAction } from './step.ts';

/** How one step of an apply ended. */
export type OutcomeStatus = 'done' | 'failed' | 'skipped' | 'unknown' | 'drifted' | 'blocked';

export interface Outcome {
  readonly address: Address;
  readonly action: StepAction;
  readonly status: OutcomeStatus;
  readonly id?: string;
  /** The result in detail. */
  readonly reason: OutcomeReason;
  /** The reasons, if the step is `stale`. */
  readonly stale?: readonly StaleReason[];
  /** Dotted paths of fields whose value in the response differs from the prediction. */
  readonly surprises: readonly string[];
  /** The cause of a `failed` step, if the exit code depends on it; `lock` also of a step that was not attempted. */
  readonly cause?: 'credential' | 'unreachable' | 'limited' | 'stale' | 'lock' | 'ledger' | 'unkept';
  /** For `limited`: the time, in UTC, until which the service asks to wait. */
  readonly until?: string;
}
