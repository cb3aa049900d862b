import type { ExitCode } from '../exit-codes.ts';
import type { RunAbout } from '../ledger/journal.ts';
import type { Address } from '../workspace/address.ts';
import type { ApplyTime } from './schedule.ts';
import type { Plan } from './plan.ts';
import type { Step } from './step.ts';
import type { Tally, TallyByKind } from './tally.ts';
import type { Outcome } from './step-outcome.ts';

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
