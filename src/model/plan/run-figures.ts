import type { ExitCode } from '../exit-codes.ts';
import type { StepAction } from './step.ts';
import type { TallyByKind } from './tally.ts';

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
