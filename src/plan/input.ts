import type { GivenApproval } from '../model/approval.ts';
import type { Desired } from '../model/desired.ts';
import { isUsed } from '../derive/compare/change-id.ts';
import type { KindName } from '../kinds/kind.ts';
import type { LedgerEntry, LedgerState } from '../model/ledger.ts';
import type { LiveState } from '../model/live.ts';
import type { PlanNote, UncomparedSecret } from '../model/plan/plan.ts';
import type { Secret, SecretLookup } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import type {
  Address,
  ApprovalDocument,
  Environment,
  RemovedDocument,
  Settings,
} from '../model/workspace.ts';
import { textDigest, type FactContext, type TextDigest } from './compare/change-fact.ts';
import type { Neighbor } from './collision/claims.ts';

/** All that a plan is made of. */
export interface PlanInput {
  readonly desired: readonly Desired[];
  readonly live: LiveState;
  readonly ledger: LedgerState;
  /** `ids`: names for edges, where they are known. */
  readonly environment: Pick<Environment, 'name' | 'adopt' | 'drift'> & Partial<Pick<Environment, 'ids'>>;
  /** The other environments: what they have is not ours to take. */
  readonly neighbors?: readonly Neighbor[] | undefined;
  readonly settings: Pick<Settings, 'safety' | 'marker'>;
  readonly removed: readonly RemovedDocument[];
  readonly approvals: readonly ApprovalDocument[];
  readonly secrets: SecretLookup;
  /** The names of secrets whose values are looked for in what is live, so that no plan shows them. */
  readonly secretNames?: Iterable<string>;
  /** With a key: what the ledger keeps of a secret instead of its value. */
  readonly fingerprint?: (uid: string, path: Path, value: Secret) => string | undefined;
  /** `--only`: which steps are done. */
  readonly only?: readonly string[];
  readonly allow: Allowed;
  /** What was written a moment ago may not be shown yet; without it nothing counts as that. */
  readonly now?: Date;
  /** Behind each command that is printed: the flags that name this workspace, API and ledger, ` --local` for one. */
  readonly placeFlags?: string;
  /** By what stands for it in this reading, the hash of each live text that a snapshot does not show. */
  readonly hiddenTexts?: ReadonlyMap<string, string>;
  /** By address the approvals that were asked for elsewhere: a rollback has some of its own. */
  readonly approved?: ReadonlyMap<Address, readonly GivenApproval[]> | undefined;
  /** By address the fields whose outside change gives way without more ado: someone approved to that elsewhere. */
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
  /** A workspace in which nothing is declared for the environment, though its ledger knows objects. */
  readonly empty?: boolean;
}

/** The input, and what the passes find beside steps. */
export interface Planning extends PlanInput {
  readonly found: PlanNote[];
  readonly uncompared: UncomparedSecret[];
  /** The approvals that a change of this plan asked for. */
  readonly used: Set<ApprovalDocument>;
  readonly digest: TextDigest;
}

export function openPlanning(input: PlanInput): Planning {
  const digest = textDigest(input.ledger.lineage, input.hiddenTexts);
  return { ...input, found: [], uncompared: [], used: new Set(), digest };
}

export function factsOf(
  { digest }: Planning,
  kind: KindName,
  entry?: Pick<LedgerEntry, 'applied'>,
): FactContext {
  return { kind, digest, applied: entry?.applied };
}

/** Whether a document in the repository approves this change of this address, and was not used before. */
export function approvalFor(
  { approvals, environment, ledger, used }: Pick<Planning, 'approvals' | 'environment' | 'ledger' | 'used'>,
  allow: ApprovalDocument['allow'],
  { address, hash }: { readonly address: Address; readonly hash: string },
): boolean {
  const given = approvals.filter(
    (approval) =>
      approval.allow === allow &&
      approval.address === address &&
      approval.change === hash &&
      isFor(approval, environment.name) &&
      !isUsed(ledger, approval),
  );
  for (const approval of given) used.add(approval);
  return given.length > 0;
}

export function isFor(approval: Pick<ApprovalDocument, 'environment'>, environment: string): boolean {
  return approval.environment === undefined || approval.environment === environment;
}
