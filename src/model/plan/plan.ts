import type { AskedApproval } from '../approval.ts';
import type { NoteFact } from '../facts/note.ts';
import type { RefusalFact } from '../facts/refusal.ts';
import type { Shard } from '../ledger/shard.ts';
import type { PlanTests } from '../traffic/plan-tests.ts';
import type { TrafficShift } from '../traffic/traffic-shift.ts';
import type { Address } from '../workspace/address.ts';
import type { PlanOrigin } from './change.ts';
import type { Step, StepAction } from './step.ts';
import type { ApplyTime } from './schedule.ts';
import type { SecretFact } from '../facts/secret-fact.ts';

/** The provenance of a report of plans: how to find its files, API and program version again. */
export interface MadeBy {
  /** The version of Edgewright. */
  readonly version: string;
  /** Scheme, host and port of the APIs that were read, each once; `local` for the built-in mock API. */
  readonly apis: readonly string[];
  /** The full name of the checked-out commit; absent outside of git and before the first commit. */
  readonly commit?: string | undefined;
  /** To the second, in UTC; absent for a saved plan, which has no time. */
  readonly time?: string | undefined;
  /** The person or the account that ran it, as CI or the system names it. */
  readonly by?: string | undefined;
}

/** A note of the plan that is not a step. */
export interface PlanNote {
  readonly topic:
    | 'orphan'
    | 'unmanaged-module'
    | 'undeclared-drift'
    /** Changed outside Edgewright, and the files now declare the same: the next apply records it. */
    | 'taken-over'
    /** Written a moment ago, and not yet visible in the API. */
    | 'settling'
    /** The service added it to a map that we sent without it. */
    | 'added-by-service'
    | 'secret'
    /** An approval that matches no change of this plan. */
    | 'approval'
    | 'filter'
    /** A gate that is weaker in the files than on the base, or an approval that the base does not have. */
    | 'gate'
    /** Facts about the base itself. */
    | 'base'
    /** Pending or drifted on the base, and no longer so with this pull request. */
    | 'taken-back'
    /** A route outside the ledger may already have the match that this plan uses. */
    | 'unlisted'
    /** A policy forwards to an endpoint of another environment. */
    | 'forward'
    /** Of `drift`: objects on the account that are not managed. */
    | 'unmanaged'
    /** Of `drift --send-tests`: how many tests got what they expect. */
    | 'sent-tests'
    /** Of `drift --send-tests`: a test that did not. */
    | 'sent-test'
    /** The last apply was made from a commit that is not in the history of the checkout. */
    | 'checkout'
    /** A snapshot was read instead of the API; the fact has its time. */
    | 'scope';
  readonly address?: Address;
  /** The declaration of the resource, or of the field that the note is about. */
  readonly origin?: PlanOrigin;
  readonly fact: NoteFact;
  /** For `secret`: the secrets that the note is about. */
  readonly values?: readonly UncomparedSecret[];
}

/** A secret that is not known to be equal to the live one or different from it. It is not sent. */
export interface UncomparedSecret {
  readonly address: Address;
  /** Dotted, such as `oidc.client_secret`. */
  readonly path: string;
  readonly why: SecretFact;
  /** The change id by which a `write-secret` approval sends it anyway. */
  readonly change: string;
}

/**
 * Plans that `--fail-on` refuses: with changes that the pull request does not cause, with blocked steps, or after which
 * a test fails.
 */
export type FailOn = 'unattributed' | 'blocked' | 'tests';

/** A reason why the plan may not be applied. Exit code 6. */
export interface Refusal {
  readonly gate:
    | 'max_deletes'
    | 'max_changed_percent'
    | 'protect'
    | 'exposure'
    | 'empty'
    | 'lint'
    | 'secrets'
    | FailOn;
  readonly fact: RefusalFact;
  readonly addresses: readonly Address[];
  /** Approval documents that lift it too, each for one change. */
  readonly approvals?: readonly AskedApproval[];
}

/** The commit where a pull request starts. */
export interface PlanBase {
  /** As the user named it. */
  readonly ref: string;
  /** The full name of the merge base of HEAD and `ref`. */
  readonly commit: string;
}

/** The differences between live and desired. A value: printing, saving and applying use this same object. */
export interface Plan {
  readonly format: 1;
  readonly environment: string;
  readonly lineage: string;
  readonly serial: number;
  /** In the order of application. */
  readonly steps: readonly Step[];
  readonly notes: readonly PlanNote[];
  readonly refusals: readonly Refusal[];
  /** With `--base`: the base of the comparison. */
  readonly base?: PlanBase;
  /** The URLs that another resource will serve. */
  readonly traffic?: readonly TrafficShift[];
  /** The tests of requests; absent if there is none for the environment. */
  readonly tests?: PlanTests;
  /** Number of steps by action, zeros included. */
  readonly summary: Readonly<Record<StepAction, number>>;
  /** Names in the files for the ids of live objects in the changes, by id: `https-edge/main`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Whether apply may run; absent if nothing restricts it. */
  readonly applyTime?: ApplyTime;
  /** Set if this is the part of one shard: the refusals, and they alone, are those of the whole plan. */
  readonly shard?: PlanShard;
  /** Set for the JSON document and for saved plans: the inputs that the steps do not show. */
  readonly bound?: PlanBinding;
}

/** The shard whose part of a plan this is. */
export interface PlanShard extends Shard {
  /** The number of its steps with something to report. */
  readonly steps: number;
  /** The same of the whole plan. */
  readonly all: number;
}

/** The binding of a saved plan, in addition to the ledger's lineage and serial and the hashes of its steps. */
export interface PlanBinding {
  /** The version of Edgewright. */
  readonly tool: string;
  /** Scheme, host and port of the API; `local` for the built-in mock API. */
  readonly api: string;
  /** Hash of everything declared for the environment, masked. */
  readonly desired: string;
  /** The filters of `--only`. */
  readonly only: readonly string[];
  /** The gate overrides that the plan was made with. */
  readonly allowed: {
    readonly exposure: readonly string[];
    readonly revert?: readonly string[];
    readonly deletes?: number;
    readonly changedPercent?: number;
    readonly empty?: true;
  };
}
