import type { PlanOrigin } from '../plan/change.ts';

/** The outcome of a request in short. `from`: a backend, an internal URL or a resource. */
export type GotFact =
  | { readonly code: 'nothing' }
  /** The way of the request is not known to its end. */
  | { readonly code: 'unknown' }
  | { readonly code: 'closed'; readonly by: string; readonly from: string }
  | { readonly code: 'login'; readonly providers: readonly string[] }
  | { readonly code: 'refused'; readonly status?: number; readonly by: string; readonly from: string }
  | { readonly code: 'moved'; readonly status?: number; readonly to: string }
  /** An error of the service, whose status is not documented. */
  | { readonly code: 'failed'; readonly from: string }
  | { readonly code: 'served'; readonly status?: number; readonly from: string };

export interface TestedSide {
  readonly result: 'ok' | 'failed' | 'undecided';
  readonly got: GotFact;
}

/** A test whose outcome a plan changes. */
export interface ChangedTest {
  readonly name: string;
  readonly origin: PlanOrigin;
  /** As it is live. */
  readonly before: TestedSide;
  /** When the steps of the plan are done. */
  readonly after: TestedSide;
}

/** The tests of an environment, before and after a plan. */
export interface PlanTests {
  /** The number of tests that were run. */
  readonly count: number;
  readonly changed: readonly ChangedTest[];
  /** The tests that are not `ok` when the steps are done. */
  readonly failing: readonly { readonly name: string; readonly origin: PlanOrigin }[];
}
