import type { Desired } from '../model/desired.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { LiveState } from '../model/live.ts';
import type { PlanNote, UncomparedSecret } from '../model/plan.ts';
import type { Secret, SecretLookup } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import type {
  Address,
  ApprovalDocument,
  Environment,
  RemovedDocument,
  Settings,
} from '../model/workspace.ts';

/** All that a plan is made of. */
export interface PlanInput {
  readonly desired: readonly Desired[];
  readonly live: LiveState;
  readonly ledger: LedgerState;
  readonly environment: Pick<Environment, 'name' | 'adopt' | 'drift'>;
  readonly settings: Pick<Settings, 'safety' | 'marker'>;
  readonly removed: readonly RemovedDocument[];
  readonly approvals: readonly ApprovalDocument[];
  readonly secrets: SecretLookup;
  /** The names of secrets whose values are looked for in what is live, so that no plan shows them. */
  readonly secretNames?: Iterable<string>;
  /** With a key: what the ledger keeps of a secret instead of its value (APPLY.md, section 9). */
  readonly fingerprint?: (uid: string, path: Path, value: Secret) => string | undefined;
  /** `--only`: which steps are done. */
  readonly only?: readonly string[];
  readonly allow: Allowed;
  /** Behind each command that is printed: the flags that name this workspace, API and ledger, ` --local` for one. */
  readonly placeFlags?: string;
  /** By address the fields whose outside change gives way without more ado: somebody said yes to that elsewhere. */
  readonly restores?: ReadonlyMap<Address, ReadonlySet<string>> | undefined;
  /** Limits that the files raise and that the base, which is stricter, still holds. */
  readonly loosened?: Loosened | undefined;
}

export type Limit = 'max_deletes' | 'max_changed_percent';

export interface Loosened {
  /** How the user named the base. */
  readonly ref: string;
  /** As the files have them. */
  readonly limits: Readonly<Partial<Record<Limit, number>>>;
}

/** The overrides of gates given on the command line. */
export interface Allowed {
  readonly exposure: readonly Address[];
  readonly deletes?: number;
  readonly changedPercent?: number;
  /** A workspace in which nothing is written down for the environment, though its ledger knows objects. */
  readonly empty?: boolean;
}

/** The input, and what the passes find beside steps. */
export interface Planning extends PlanInput {
  readonly found: PlanNote[];
  readonly uncompared: UncomparedSecret[];
  /** The approvals that a change of this plan asked for. */
  readonly used: Set<ApprovalDocument>;
}

export function openPlanning(input: PlanInput): Planning {
  return { ...input, found: [], uncompared: [], used: new Set() };
}

/** Whether a document in the repository says yes to this change of this address. */
export function approvalFor(
  { approvals, environment, used }: Pick<Planning, 'approvals' | 'environment' | 'used'>,
  allow: ApprovalDocument['allow'],
  { address, hash }: { readonly address: Address; readonly hash: string },
): boolean {
  const given = approvals.filter(
    (approval) =>
      approval.allow === allow &&
      approval.address === address &&
      approval.change === hash &&
      isFor(approval, environment.name),
  );
  for (const approval of given) used.add(approval);
  return given.length > 0;
}

export function isFor(approval: Pick<ApprovalDocument, 'environment'>, environment: string): boolean {
  return approval.environment === undefined || approval.environment === environment;
}
