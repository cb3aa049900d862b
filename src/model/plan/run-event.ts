import type { KindName } from '../../kinds/kind.ts';
import type { ExitCode } from '../errors.ts';
import type { OutcomeReason } from '../facts/outcome.ts';
import type { StaleReason } from '../facts/stale.ts';
import type { RunAbout } from '../ledger/journal.ts';
import type { Address } from '../workspace.ts';
import type { ApplyTime } from './schedule.ts';
import type { Plan } from './plan.ts';
import type { Step, StepAction } from './step.ts';

/** The run of a command for one environment, in numbers. A number that the run did not come to is absent. */
export interface RunFigures {
  readonly verb: 'apply' | 'drift';
  /** Empty if the command ended before it had one. */
  readonly environment: string;
  readonly lineage: string;
  /** `2/8`, if only that shard is applied. */
  readonly shard?: string | undefined;
  readonly exitCode: ExitCode;
  /** Another run has the lock: nothing is known of it, neither success nor failure. */
  readonly isSkipped?: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly succeededAt?: number | undefined;
  readonly requests: number;
  readonly retries: number;
  readonly planned?: Readonly<Record<StepAction, number>>;
  readonly steps?: TallyByKind;
  readonly drifted?: number;
  readonly blocked?: number;
  readonly refused?: number;
  readonly unknown?: number;
  readonly isAllowed?: boolean;
}

/** How many steps of a run ended in each way. The counts add up to `steps`. */
export interface Tally {
  /** All steps: those of the plan, and those of a saved plan that were left out. */
  readonly steps: number;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly adopted: number;
  readonly retired: number;
  readonly forgotten: number;
  readonly renamed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Whether they were done cannot be known. */
  readonly unknown: number;
  readonly drifted: number;
  readonly blocked: number;
  readonly unchanged: number;
}

/** The same counts for each kind that has steps. */
export type TallyByKind = Readonly<Partial<Record<KindName, Tally>>>;

export type TallyCount = Exclude<keyof Tally, 'steps'>;

/**
 * A command to run after an apply, and its purpose. `continue`: to do the rest. `review`: to see what is left.
 * `adopt`, `absent`: to settle an unknown outcome, if the object exists and if it does not. `settle`: to list all of
 * them. `undo`: to undo the run.
 */
export interface NextStep {
  readonly purpose: 'continue' | 'review' | 'adopt' | 'absent' | 'settle' | 'undo';
  readonly command: string;
  readonly address?: Address;
}

/** How one step of an apply ended. */
export type OutcomeStatus = 'done' | 'failed' | 'skipped' | 'unknown' | 'drifted' | 'blocked';

export interface Outcome {
  readonly address: Address;
  readonly action: StepAction;
  readonly status: OutcomeStatus;
  readonly id?: string;
  /** The result in detail. */
  readonly reason: OutcomeReason;
  /** The reasons, if the step is `stale`. */
  readonly stale?: readonly StaleReason[];
  /** Dotted paths of fields whose value in the response differs from the prediction. */
  readonly surprises: readonly string[];
  /** The cause of a `failed` step, if the exit code depends on it; `lock` also of a step that was not attempted. */
  readonly cause?: 'credential' | 'unreachable' | 'limited' | 'stale' | 'lock' | 'ledger' | 'unkept';
  /** For `limited`: the time, in UTC, until which the service asks to wait. */
  readonly until?: string;
}

/**
 * The events of an apply, in order: the screen, the lines of `--format json` and notifications all follow them.
 */
export type RunEvent =
  /** The plan is made, under the lock. `api`: its origin. `takenFrom`: the ended run whose lock was taken over. */
  | {
      readonly event: 'start';
      readonly run: RunAbout;
      readonly takenFrom?: RunAbout;
      readonly api: string;
      readonly plan: Plan;
    }
  /**
   * An earlier request without a response is settled: its create made no object, or one that is listed; its update or
   * delete was carried out, or cannot arrive any more.
   */
  | {
      readonly event: 'settled';
      readonly address: Address;
      readonly as: 'absent' | 'found' | 'done' | 'final';
    }
  /** Applying begins, with the outcomes of steps that are left out. */
  | { readonly event: 'apply'; readonly left: readonly Outcome[] }
  | { readonly event: 'step-started'; readonly step: Step }
  | { readonly event: 'step-ended'; readonly outcome: Outcome }
  | RunWait
  /** The steps have ended. `advice`: full sentences. */
  | {
      readonly event: 'summary';
      readonly tally: Tally;
      readonly byKind: TallyByKind;
      readonly advice: readonly string[];
      readonly next: readonly NextStep[];
    }
  /** Nothing was applied to the environment, and nothing is wrong. */
  | {
      readonly event: 'skipped';
      readonly environment: string;
      readonly why: RunSkip;
    }
  /** The run of one environment has ended, of several that one command applies. */
  | {
      readonly event: 'environment-ended';
      readonly environment: string;
      readonly exitCode: ExitCode;
      readonly error?: RunFailure;
    }
  /** The last one. `error`: what ended the run early, and what to do. */
  | { readonly event: 'end'; readonly exitCode: ExitCode; readonly error?: RunFailure };

/** Why a scheduled run left an environment alone. */
export type RunSkip =
  /**
   * Another run has the lock, or had it a moment ago (`run` is undefined then), or that of a shard with other inputs.
   */
  | { readonly code: 'locked'; readonly run: RunAbout | undefined; readonly hasOtherInputs?: boolean }
  /** A freeze, or no change window is open; the plan is what waits. */
  | { readonly code: 'closed'; readonly time: ApplyTime; readonly plan: Plan };

export type RunWait =
  /** The service limits requests. `allows`: the number of requests it accepted, and in how many seconds. */
  | {
      readonly event: 'wait';
      readonly for: 'rate-limit';
      readonly seconds: number;
      readonly allows?: { readonly requests: number; readonly seconds: number };
    }
  /** An earlier update or delete of the address, without a response, may still arrive. */
  | {
      readonly event: 'wait';
      readonly for: 'unsettled';
      readonly seconds: number;
      readonly address: Address;
    }
  /** The store of the ledger; `reason` is a clause. */
  | { readonly event: 'wait'; readonly for: 'ledger'; readonly reason: string };

export interface RunFailure {
  readonly message: string;
  readonly help?: string;
  /** The run that has the lock. */
  readonly holder?: RunAbout;
}
