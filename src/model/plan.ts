import type { KindName, Operation } from '../kinds/kind.ts';
import type { ExposureFact } from './facts/exposure.ts';
import type { NoteFact } from './facts/note.ts';
import type { RefusalFact } from './facts/refusal.ts';
import type { SecretFact } from './facts/secret.ts';
import type { AskedApproval, UsedApproval } from './approval.ts';
import type { OutcomeReason } from './facts/outcome.ts';
import type { StaleReason } from './facts/stale.ts';
import type { StepReason } from './facts/reason.ts';
import type { Remedy } from './facts/remedy.ts';
import type { Json, Spec } from './value.ts';
import type { Address } from './workspace.ts';

/** What a step does. Only `keep` is silent. `drift` and `blocked` send nothing; neither do `adopt`, `forget`. */
export type StepAction =
  'create' | 'update' | 'delete' | 'adopt' | 'retire' | 'forget' | 'drift' | 'keep' | 'blocked';

/** Why a field differs. */
export type ChangeCause =
  /** YAML and live differ, and YAML changed (or is new). */
  | 'configuration'
  /** The module is replaced whole, so this live value goes. */
  | 'replaced-whole'
  /** We applied it, and YAML no longer has it. */
  | 'removed'
  /** Someone changed it outside. */
  | 'outside';

/** Whose change it is, seen from the commit that a pull request starts at (`--base`;, "Attribution"). */
export type Attribution =
  /** The files of head say something else than those of base. */
  | 'pull-request'
  /** Base says it too, and no one has applied it. */
  | 'pending'
  /** Someone changed it outside. */
  | 'drift'
  /** It takes back what someone changed outside. */
  | 'undoes-outside';

/** A place in the repository, as plan lines print it. Lines and columns count from 1. */
export interface PlanOrigin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The layer, where it is not the resource's own spec: `preset/secure-headers`. */
  readonly layer?: string;
  /** The other files that the value is made of: of the environment, for a variable or an id, or a file that it names. */
  readonly through?: readonly string[];
}

/** One field that differs. A secret never appears: `before` and `after` are masked, `secret` says what is known. */
export interface FieldChange {
  /** Dotted path, list items in brackets: `circuit_breaker.num_buckets`. */
  readonly path: string;
  readonly cause: ChangeCause;
  /** Absent: was not there. */
  readonly before?: Json;
  /** Absent: will not be there (the server's default). */
  readonly after?: Json;
  readonly isSecret: boolean;
  /** What a long text is, where its lines can be laid out so that only what differs is seen (`derive/readable.ts`). */
  readonly form?: 'traffic-policy' | 'saml-metadata';
  /** In a conflict, the third side: JSON text of what was applied last. Absent where it is long. */
  readonly applied?: string;
  readonly secret?: SecretFact;
  /** What a change id covers of it, without a secret and without a sentence. Absent: path and values as they are here. */
  readonly fact?: Json;
  /** It shows only where the value of a secret is known: a change id does without it. */
  readonly isByValue?: true;
  readonly origin?: PlanOrigin;
  /** With `--base` alone. */
  readonly attribution?: Attribution;
}

/** A request exactly as it will be sent, secrets still as references. */
export interface PlannedRequest {
  readonly operation: Operation;
  readonly method: Operation['method'];
  /** With ids filled in and percent-encoded; `{id}` stays in one that a create of this plan gives. */
  readonly path: string;
  readonly body: Spec | undefined;
  /** What is put into the body when it is sent; all else of it is sent as it is shown. Absent: nothing. */
  readonly filledIn?: readonly FilledIn[];
}

/** A place in a body that a plan cannot show, and what apply puts there. */
export interface FilledIn {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly with:
    /** The secrets that its text names. */
    | 'secret'
    /** The secret that is live there now; we never knew a name for it. */
    | 'live-secret'
    /** The text shown, and our marker behind it. */
    | 'marker'
    /** The same, where the object carries one. */
    | 'kept-marker';
  /** Of a `secret`. */
  readonly names?: readonly string[];
}

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

/** URLs that something else serves after the plan than before. Our model: API 2.6 does not say which route wins. */
export interface TrafficShift {
  /**
   * `https://shop.example.com/checkout* but /checkout/api*`, a star for whatever follows; the edge instead of the
   * host where it has not one host that is known.
   */
  readonly space: string;
  /** An address, of what is not in the ledger kind and id; absent: nothing served it. */
  readonly from?: string;
  /** Absent: nothing serves it any more. */
  readonly to?: string;
  /** Where nothing answers on one side: the route without a backend that keeps the space from all others. */
  readonly occupiedBy?: string;
  /** What answers a part of it on both sides. */
  readonly sharedWith?: readonly string[];
  /** What protects it, where that differs too. */
  readonly protection?: Pick<ProtectionChange, 'before' | 'after'>;
}

/** A create that may have made an object (`UnknownCreate` of the ledger). */
export interface UnknownOutcome {
  /** The address that it was for; another one's, where this step would be the same thing to the service. */
  readonly address: Address;
  /** RFC 3339. */
  readonly since: string;
}

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
  readonly unjudged?: readonly ExposureFact[];
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
  readonly approvals?: readonly Omit<UsedApproval, 'at'>[];
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

/** Something that a reader should know and that is not a step. */
export interface PlanNote {
  readonly topic:
    | 'orphan'
    | 'unmanaged-module'
    | 'undeclared-drift'
    /** Changed outside, and the files say the same now: the next apply records it. */
    | 'taken-over'
    /** It was written a moment ago, and the API does not show it yet. */
    | 'settling'
    /** The service keeps another form of what we sent. */
    | 'server-form'
    | 'secret'
    /** An approval that fits no change of this plan. */
    | 'approval'
    | 'filter'
    /** A gate that is wider in the files than on the base, or an approval that is new there. */
    | 'gate'
    /** What is to be known of the base itself. */
    | 'base'
    /** What was pending or drifted on the base, and is not with this pull request. */
    | 'taken-back'
    /** A route outside the ledger may have the match that this plan takes. */
    | 'unlisted'
    /** What was read instead of the API: a snapshot, and of when. */
    | 'scope';
  readonly address?: Address;
  readonly fact: NoteFact;
  /** Of `secret`: all that it is about. */
  readonly values?: readonly UncomparedSecret[];
}

/** A secret that is neither known to be what is live nor known to be another. It stays as it is. */
export interface UncomparedSecret {
  readonly address: Address;
  /** Dotted: `oidc.client_secret`. */
  readonly path: string;
  readonly why: SecretFact;
  /** What an approval `write-secret` names, to send it all the same. */
  readonly change: string;
}

/** What `--fail-on` refuses: something that the pull request does not cause, a step that cannot be done. */
export type FailOn = 'unattributed' | 'blocked';

/** A reason why the plan may not be applied. Exit code 6. */
export interface Refusal {
  readonly gate:
    'max_deletes' | 'max_changed_percent' | 'protect' | 'exposure' | 'empty' | 'lint' | 'secrets' | FailOn;
  readonly fact: RefusalFact;
  readonly addresses: readonly Address[];
  /** The documents that lift it as well, each for one change. */
  readonly approvals?: readonly AskedApproval[];
}

/** The commit that a pull request starts at. */
export interface PlanBase {
  /** As the user named it. */
  readonly ref: string;
  /** The full name of the commit that HEAD and `ref` have in common. */
  readonly commit: string;
}

/** What separates live from desired. A value: printing, saving and applying use this same object. */
export interface Plan {
  readonly format: 1;
  readonly environment: string;
  readonly lineage: string;
  readonly serial: number;
  /** In the order of application. */
  readonly steps: readonly Step[];
  readonly notes: readonly PlanNote[];
  readonly refusals: readonly Refusal[];
  /** With `--base`: what it was compared with. */
  readonly base?: PlanBase;
  /** The URL spaces that change hands. */
  readonly traffic?: readonly TrafficShift[];
  /** Counts of steps by action, every action named. */
  readonly summary: Readonly<Record<StepAction, number>>;
  /** By id the names that the files have for the live objects in the changes: `https-edge/main`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Where it is declared for later: all that it was made of and that is not in the steps. */
  readonly bound?: PlanBinding;
}

/** What a saved plan is bound to, beside the ledger's lineage and serial and the hashes of its steps. */
export interface PlanBinding {
  /** The version of Edgewright. */
  readonly tool: string;
  /** Scheme, host and port of the API that was read; `local` for the embedded one. */
  readonly api: string;
  /** Hash over everything that was declared for the environment, masked. */
  readonly desired: string;
  /** The filters of `--only`. */
  readonly only: readonly string[];
  /** The overrides of gates that it was made with. */
  readonly allowed: {
    readonly exposure: readonly string[];
    readonly deletes?: number;
    readonly changedPercent?: number;
    readonly empty?: true;
  };
}

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
