import type { TrafficShift } from '../traffic/traffic-shift.ts';
import type { Step, StepAction } from './step.ts';
import type { NoteFact } from '../facts/note.ts';
import type { RefusalFact } from '../facts/refusal.ts';
import type { SecretFact } from '../facts/secret.ts';
import type { AskedApproval } from '../approval.ts';
import type { PlanOrigin } from './change.ts';
import type { Address } from '../workspace.ts';

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
    /** The service put it into a map that we sent without it. */
    | 'added-by-service'
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
  /** Where the resource, or the field that it is about, is declared. */
  readonly origin?: PlanOrigin;
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
