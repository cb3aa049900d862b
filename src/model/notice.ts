import type { ExitCode } from './exit-codes.ts';
import type { RunAbout } from './ledger/journal.ts';
import type { NextStep, RunFailure } from './plan/run-event.ts';
import type { NoticeKind } from './workspace/settings.ts';
import type { Address } from './workspace/address.ts';
import type { Tally } from './plan/tally.ts';

/** The content of a notification: how an apply of an environment ended, or what drifted there. */
export interface Notice {
  readonly events: readonly NoticeKind[];
  readonly verb: 'apply' | 'drift';
  readonly environment: string;
  /** The origin of the API; undefined if the run ended before it was read. */
  readonly api: string | undefined;
  /** Undefined if the run ended before it had the lock. `drift` has no id, as it records nothing. */
  readonly run: (Omit<RunAbout, 'id'> & { readonly id?: string }) | undefined;
  readonly exitCode: ExitCode;
  /** Undefined if no step began. */
  readonly tally: Tally | undefined;
  readonly failed: readonly Address[];
  readonly unknown: readonly Address[];
  /** Those in `weakened` first. */
  readonly drifted: readonly Address[];
  /** Drifted resources that are live with less protection than the files declare. */
  readonly weakened: readonly Address[];
  /** The tests of requests that the drift changes and that are not `ok`. */
  readonly tests?: readonly string[] | undefined;
  /** The sentence for each refusal of the plan. */
  readonly refusals: readonly string[];
  readonly next: readonly NextStep[];
  readonly error: RunFailure | undefined;
}
