import type { Step } from './plan/step.ts';
import type { PlanNote } from './plan/plan.ts';

/** What is live and not as we left it: the part of a plan that no one wrote. */
export interface Drift {
  readonly environment: string;
  readonly lineage: string;
  readonly serial: number;
  /** How many objects the ledger knows. */
  readonly objects: number;
  /** How many of them are as they were after our last write. */
  readonly untouched: number;
  /** How many are not, and the files say what became of them: the next apply records it. */
  readonly settled: number;
  /** Changed in fields that we declare, gone, or new. Nothing is sent. */
  readonly steps: readonly Step[];
  /** Changed in fields that no one declares, strays, what the files took over, and what cannot be seen. */
  readonly notes: readonly PlanNote[];
}
