import type { GivenApproval } from '../../model/approval.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { RollbackKept } from '../../model/facts/rollback.ts';
import type { Address, Approval } from '../../model/workspace.ts';
import type { Finder } from './find-object.ts';

/** The current state, as input of a rollback. */
export interface Now {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly drift: 'report' | 'revert';
  readonly approvals: readonly Approval[];
}

/** The results about the objects of a run, collected one object at a time. */
export interface Undoing extends Now {
  readonly run: string;
  readonly find: Finder;
  readonly restored: Desired[];
  readonly gone: Set<Address>;
  readonly forgotten: Address[];
  readonly kept: RollbackKept[];
  readonly held: Step[];
  readonly restores: Map<Address, ReadonlySet<string>>;
  /** The used approvals, by address. */
  readonly approved: Map<Address, readonly GivenApproval[]>;
}
