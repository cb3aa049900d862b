import type { KindName } from '../../kinds/kind.ts';
import type { GivenApproval } from '../approval.ts';
import type { ExposureFact } from '../facts/exposure.ts';
import type { StepReason } from '../facts/reason.ts';
import type { Remedy } from '../facts/remedy.ts';
import type { RequestOutcomes } from '../facts/request-outcomes.ts';
import type { Spec } from '../value.ts';
import type { Address } from '../workspace/address.ts';
import type { Attribution, FieldChange, PlanOrigin } from './change.ts';
import type { PlannedRequest } from './planned-request.ts';

/** The action of a step. Only `keep` is silent. `drift`, `blocked`, `adopt` and `forget` send nothing. */
export type StepAction = (typeof stepActions)[number];

export const stepActions = [
  'create',
  'update',
  'delete',
  'adopt',
  'retire',
  'forget',
  'drift',
  'keep',
  'blocked',
] as const;

/** `unknown`: the protection before or after cannot be read. */
export type ExposureDirection = 'weaker' | 'newly-reachable' | 'unknown';

/** The protection that a step removes, or the reachability that it adds. */
export interface ExposureChange {
  readonly direction: ExposureDirection;
  readonly reasons: readonly ExposureFact[];
  /** Whether an approval document or `--allow-exposure` covers it. */
  readonly isAllowed: boolean;
  /** The change id for an approval. */
  readonly change: string;
}

/**
 * The modules that decide who is admitted, by name and in the API's order: `["ip_restriction", "oidc"]`;
 * `traffic_policy` counts if it has an action that keeps requests out (an assumption, docs/api-notes.md).
 */
export interface ProtectionChange {
  /** The current modules; for drift, those right after our last write. */
  readonly before: readonly string[];
  /** The modules after the step; for drift, the current ones. */
  readonly after: readonly string[];
  /** Paths of the step's changes to access control, including those that do not weaken it. */
  readonly changed: readonly string[];
}

/** A request that may have been carried out, or may still be (`UnknownCreate`, `UnsettledWrite` of the ledger). */
export interface UnknownOutcome {
  /** The address of that request; of a create also another one that the service identifies with this step's. */
  readonly address: Address;
  /** RFC 3339. */
  readonly since: string;
}

/** The plan for one object, which may be to do nothing. */
export interface Step {
  readonly action: StepAction;
  readonly address: Address;
  readonly kind: KindName;
  readonly id?: string;
  readonly edge_id?: string;
  readonly reason: StepReason;
  readonly changes: readonly FieldChange[];
  readonly requests: readonly PlannedRequest[];
  /** The response that we expect, in the write form; undefined if nothing is sent. */
  readonly predicted?: Spec;
  /** All declared fields, as the ledger will record them under `applied`. */
  readonly desired?: Spec;
  /** The ways to resolve the step, for blocked steps and drift. */
  readonly remedies: readonly Remedy[];
  readonly exposure?: ExposureChange;
  /** The reasons why it is unknown whether the step removes protection. */
  readonly possibleExposure?: readonly ExposureFact[];
  /** For a `drift` step: the protection removed by the outside change, which the step keeps. */
  readonly weakened?: readonly ExposureFact[];
  /** The effect on requests: of an update, and of a create of what was deleted outside Edgewright. */
  readonly outcomes?: RequestOutcomes;
  /** The protection before and after, if the object is or will be live and its protection may change. */
  readonly protection?: ProtectionChange;
  /** With `--base`: the attributions of its changes, each once; of the step itself if it has no changes. */
  readonly attribution?: readonly Attribution[];
  /** The labels of the declared resource; absent if it has none or is no longer declared. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Secrets that are not set although this step must send them. */
  readonly missingSecrets: readonly string[];
  /** For a blocked step: the request with an unknown outcome that must be settled first. */
  readonly unknown?: UnknownOutcome;
  /** The change id that an approval names. Empty for `keep`, which changes nothing. */
  readonly hash: string;
  /** The approvals that allow the step. */
  readonly approvals?: readonly GivenApproval[];
  /** Hash of the live object that the plan was made against (masked); apply checks it before a PATCH or DELETE. */
  readonly liveHash?: string;
  readonly origin?: PlanOrigin;
  /**
   * Fields changed outside Edgewright that this update does not touch; the ledger keeps their former `observed` values.
   */
  readonly drifted?: readonly string[];
  /**
   * The steps that must be done before this one: those that free the URL it takes, those that protect URLs which would
   * otherwise be less protected, if only for a while, and those of endpoints that policies forward requests to. If one
   * of them is not done, neither is this step.
   */
  readonly restsOn?: readonly Address[];
  /** For a rename: the former address in the ledger. A `keep` with one is not silent, because the ledger changes. */
  readonly formerly?: Address;
  /** Earliest time of the outside change: that of our last observation. */
  readonly since?: string;
  readonly isProtected: boolean;
}

/** Whether a step has nothing to report. */
export function isSilentStep({ action, formerly }: Step): boolean {
  return action === 'keep' && formerly === undefined;
}

/** Whether the object was deleted outside Edgewright: its changes are those since it was applied last. */
export function isGone({ reason: { code } }: Pick<Step, 'reason'>): boolean {
  return code === 'gone' || code === 'gone-settling' || code === 'gone-replaced';
}

/** Whether a change outside Edgewright took protection from what is live, and the plan keeps it. */
export function isWeakened(step: Pick<Step, 'action' | 'reason' | 'weakened'>): boolean {
  return step.action === 'drift' && step.weakened !== undefined && !isGone(step);
}

/**
 * Whether a step does more than update the ledger or nothing; renames and forgetting count, although they send nothing.
 */
export function isWrite({ action }: Step): boolean {
  return action !== 'keep' && action !== 'drift' && action !== 'blocked';
}
