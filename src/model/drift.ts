import type { Step } from './plan/step.ts';
import type { PlanNote } from './plan/plan.ts';
import type { ChangedTest } from './traffic/plan-tests.ts';

/** Live objects that differ from our last write: the part of a plan that does not come from the files. */
export interface Drift {
  readonly environment: string;
  readonly lineage: string;
  readonly serial: number;
  /** Number of objects in the ledger. */
  readonly objects: number;
  /** Number of objects that still match our last write. */
  readonly untouched: number;
  /** Number of objects that changed in a way the files already declare: the next apply only records it. */
  readonly settled: number;
  /**
   * Objects that changed in declared fields, disappeared or are new, and creates without a response. Nothing is sent
   * for them.
   */
  readonly steps: readonly Step[];
  /**
   * Changes in undeclared fields, unknown objects with our marker, changes the files already declare, and unreadable
   * parts.
   */
  readonly notes: readonly PlanNote[];
  /** The tests of requests whose outcome the drift changes. */
  readonly tests?: readonly ChangedTest[];
  /** Names in the files for the ids of live objects in the steps, by id. */
  readonly names?: Readonly<Record<string, string>>;
}
