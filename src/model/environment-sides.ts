import type { Desired } from './desired.ts';
import type { LedgerState } from './ledger.ts';
import type { LiveState } from './live.ts';
import type { Environment, Workspace } from './workspace.ts';

/** One environment on all sides: what the files declare, what the ledger records, and what is live. */
export interface EnvironmentSides {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly live: LiveState;
}
