import type { Address } from '../../../src/model/workspace/address.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';

/** One run of the program. Once dead, none of its promises settles any more. */
export interface Process {
  readonly name: string;
  readonly pid: number;
  readonly environment: string;
  readonly startedAt: number;
  state: 'running' | 'ended' | 'dead';
  /** The time until which it is stopped. */
  stoppedUntil: number;
  /** Whether someone deleted its lock while it was stopped. */
  wasUnlocked: boolean;
  /** Whether its output or its disk failed. */
  hasLostOutput: boolean;
  /** Its fence, once it has the lock. */
  fence: number | undefined;
  plan: Plan | undefined;
  /** How many requests it had sent when it made the plan. */
  sentBefore: number;
  /** The same plan, made a second time. */
  planAgain: Plan | undefined;
  exit: number | undefined;
  readonly printed: string[];
  /** Requests it has sent, by method. */
  readonly sent: { readonly method: string; readonly path: string }[];
  /** Bytes that it wrote to files. */
  written: number;
  /** Operations that change the file system. */
  changes: number;
  /** The ids of creates whose answers reached it. */
  readonly received: { readonly id: string; readonly address: Address | undefined }[];
  /** Called when it ends or dies. */
  readonly over: () => void;
  /** Settles when it has ended or died. */
  readonly isOver: Promise<void>;
}

export function newProcess(about: Pick<Process, 'name' | 'pid' | 'environment' | 'startedAt'>): Process {
  let over = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  return {
    ...about,
    state: 'running',
    stoppedUntil: 0,
    wasUnlocked: false,
    hasLostOutput: false,
    fence: undefined,
    plan: undefined,
    sentBefore: 0,
    planAgain: undefined,
    exit: undefined,
    printed: [],
    sent: [],
    written: 0,
    changes: 0,
    received: [],
    over,
    isOver,
  };
}
