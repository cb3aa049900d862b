import type { OutcomeReason } from '../facts/outcome.ts';
import type { StaleReason } from '../facts/stale.ts';
import type { StepAction } from './step.ts';
import type { Address } from '../workspace.ts';

/** How one step of an apply ended. */
export type OutcomeStatus = 'done' | 'failed' | 'skipped' | 'unknown' | 'drifted' | 'blocked';

export interface Outcome {
  readonly address: Address;
  readonly action: StepAction;
  readonly status: OutcomeStatus;
  readonly id?: string;
  /** What happened. */
  readonly reason: OutcomeReason;
  /** Of one that is `stale`: why. */
  readonly stale?: readonly StaleReason[];
  /** Fields whose answer differs from the prediction, as dotted paths. */
  readonly surprises: readonly string[];
  /** Why a `failed` one failed, where the exit code depends on it. */
  readonly cause?: 'credential' | 'unreachable' | 'limited' | 'stale' | 'ledger' | 'unkept';
  /** Of `limited`: until when the service asks to wait, in UTC. */
  readonly until?: string;
}
