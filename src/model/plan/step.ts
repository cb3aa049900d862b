import type { KindName } from '../../kinds/kind.ts';
import type { GivenApproval } from '../approval.ts';
import type { ExposureFact } from '../facts/exposure.ts';
import type { StepReason } from '../facts/reason.ts';
import type { Remedy } from '../facts/remedy.ts';
import type { Attribution, PlanOrigin, FieldChange } from './change.ts';
import type { PlannedRequest } from './request.ts';
import type { Spec } from '../value.ts';
import type { Address } from '../workspace.ts';

/** What a step does. Only `keep` is silent. `drift` and `blocked` send nothing; neither do `adopt`, `forget`. */
export type StepAction =
  'create' | 'update' | 'delete' | 'adopt' | 'retire' | 'forget' | 'drift' | 'keep' | 'blocked';

/** `unknown`: what protects it, or did, cannot be read here. */
export type ExposureDirection = 'weaker' | 'newly-reachable' | 'unknown';

/** What a step makes weaker, or newly reachable. */
export interface ExposureChange {
  readonly direction: ExposureDirection;
  readonly reasons: readonly ExposureFact[];
  /** Whether an approval document or `--allow-exposure` covers it. */
  readonly isAllowed: boolean;
  /** The change id that an approval names. */
  readonly change: string;
}

/**
 * The modules that decide who may pass, by name and in the API's order: `["ip_restriction", "oidc"]`; `traffic_policy` is
 * one where it has an action that keeps requests out (our model).
 */
export interface ProtectionChange {
  /** Now; of a drift, right after our last write. */
  readonly before: readonly string[];
  /** After the step; of a drift, now. */
  readonly after: readonly string[];
  /** The changes of the step that are about who may pass, as their paths; also those that weaken nothing. */
  readonly changed: readonly string[];
}

/** A create that may have made an object (`UnknownCreate` of the ledger). */
export interface UnknownOutcome {
  /** The address that it was for; another one's, where this step would be the same thing to the service. */
  readonly address: Address;
  /** RFC 3339. */
  readonly since: string;
}

/** What is done about one object, or not. */
export interface Step {
  readonly action: StepAction;
  readonly address: Address;
  readonly kind: KindName;
  readonly id?: string;
  readonly edge_id?: string;
  readonly reason: StepReason;
  readonly changes: readonly FieldChange[];
  readonly requests: readonly PlannedRequest[];
  /** What the API should answer, in the write form; undefined where nothing is sent. */
  readonly predicted?: Spec;
  /** All declared fields, as the ledger will keep them under `applied`. */
  readonly desired?: Spec;
  /** What a reader can do about it: of a blocked step or a drift, how to end it. */
  readonly remedies: readonly Remedy[];
  readonly exposure?: ExposureChange;
  /** Why it is unknown whether it makes something less protected. */
  readonly possibleExposure?: readonly ExposureFact[];
  /** Of a `drift` step: what the change outside that it keeps made less protected. */
  readonly weakened?: readonly ExposureFact[];
  /** What protects it before and after, where it is or will be live and something about it changes. */
  readonly protection?: ProtectionChange;
  /** With `--base`: those of its changes, each once, or of the step itself where it has none. */
  readonly attribution?: readonly Attribution[];
  /** Of the resource as it is written now; absent where it has none or is written no more. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Secrets that do not resolve although this step must send them. */
  readonly missingSecrets: readonly string[];
  /** Of a blocked step: the create whose outcome is unknown, which must be settled first. */
  readonly unknown?: UnknownOutcome;
  /** The change id: what an approval of its action names. Empty for `keep`: it changes nothing. */
  readonly hash: string;
  /** The approvals that it is done by. */
  readonly approvals?: readonly GivenApproval[];
  /** Hash of the live object that the step was planned against (masked); apply checks it before a PATCH or DELETE. */
  readonly liveHash?: string;
  readonly origin?: PlanOrigin;
  /** Fields that someone changed outside and that this update leaves alone: what we observed of them before still holds. */
  readonly drifted?: readonly string[];
  /**
   * What must be done before it: what holds the URL that it takes, and what protects URLs that would otherwise be less
   * protected, if only for a while. Where one of them is not done, neither is this step.
   */
  readonly restsOn?: readonly Address[];
  /** For a rename: the address it had in the ledger. A `keep` that has one is not a silent step: the ledger changes. */
  readonly formerly?: Address;
  /** Since when an outside change may have happened: the time of our last observation. */
  readonly since?: string;
  readonly isProtected: boolean;
}

/** Whether there is nothing to say of a step. */
export function isSilentStep({ action, formerly }: Step): boolean {
  return action === 'keep' && formerly === undefined;
}
