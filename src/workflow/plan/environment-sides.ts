import type { Desired } from '../../model/desired.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';

/** One environment on all sides: what the files declare, what the ledger records, and what is live. */
export interface EnvironmentSides {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly live: LiveState;
}
