import type { PlanOrigin } from '../plan/change.ts';
import type { Unknown } from './unknown.ts';
import type { GotFact } from './got.ts';

export interface TestedSide {
  readonly result: 'ok' | 'failed' | 'undecided';
  /** All that the request may get; several only if facts are missing. */
  readonly results: readonly GotFact[];
  readonly missing: readonly Unknown[];
  /** Of a failed test: the first difference, `expected status 403, got 200 from backend/shop`. */
  readonly failure?: string;
}

/** A test whose outcome a plan, or drift, changes. */
export interface ChangedTest {
  readonly name: string;
  readonly origin: PlanOrigin;
  /** As it is live; of drift, as it was after our last write. */
  readonly before: TestedSide;
  /** When the steps of the plan are done; of drift, as it is live. */
  readonly after: TestedSide;
}

/** The tests of an environment, before and after a plan. */
export interface PlanTests {
  /** The number of tests that were run. */
  readonly count: number;
  readonly changed: readonly ChangedTest[];
  /** The tests that are not `ok` when the steps are done, changed by them or not. */
  readonly failing: readonly FailingTest[];
}

export interface FailingTest {
  readonly name: string;
  readonly origin: PlanOrigin;
  readonly result: Exclude<TestedSide['result'], 'ok'>;
}
