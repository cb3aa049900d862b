import type { DeclaredNow } from '../../ledger/upkeep/ledger-behind-live.ts';
import type { WriteApi } from '../../model/api.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerLock, RollbackFiles } from '../../model/ledger/ledger-store.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Progress } from '../cli/progress.ts';

/** A plan to apply under the lock, and everything needed to apply it. */
export interface ApplyJob {
  readonly plan: Plan;
  readonly api: WriteApi;
  readonly lock: LedgerLock;
  readonly progress: Progress;
  readonly ledger: LedgerState;
  /** By the clock of the service: not after the beginning of the reading. */
  readonly readAt: Date;
  readonly secrets: SecretLookup;
  /** The live state that the plan was made from. */
  readonly live: LiveState;
  readonly desired: readonly Pick<Desired, 'address'>[];
  readonly rollbacks: RollbackFiles;
  /** The files, if they are applied: what they declare may be newer than the ledger. */
  readonly older?: DeclaredNow;
  /** The saved plan, as the command line names it. */
  readonly file?: string;
  /** The checksum of the saved plan that counts as applied by this run. */
  readonly spends?: string;
  /** Whether an address belongs to the shard that is applied; undefined for the whole. */
  readonly isOurs?: (address: Address) => boolean;
  /** Requested steps that are not done, reported with the other outcomes. */
  readonly left?: readonly Outcome[];
  /** A message printed at the end, unless every step was left alone. */
  readonly afterwards?: string;
}
