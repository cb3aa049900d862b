import type { Operation } from '../../kinds/kind.ts';
import type { Spec } from '../value.ts';

/** A request exactly as it will be sent, secrets still as references. */
export interface PlannedRequest {
  readonly operation: Operation;
  readonly method: Operation['method'];
  /** With ids filled in and percent-encoded; `{id}` stays in one that a create of this plan gives. */
  readonly path: string;
  readonly body: Spec | undefined;
  /** What is put into the body when it is sent; all else of it is sent as it is shown. Absent: nothing. */
  readonly filledIn?: readonly FilledIn[];
}

/** A place in a body that a plan cannot show, and what apply puts there. */
export interface FilledIn {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly with:
    /** The secrets that its text names. */
    | 'secret'
    /** The secret that is in the files as plain text. */
    | 'written-secret'
    /** The secret that is live there now; we never knew a name for it. */
    | 'live-secret'
    /** The text shown, and our marker behind it. */
    | 'marker'
    /** The same, where the object carries one. */
    | 'kept-marker';
  /** Of a `secret`. */
  readonly names?: readonly string[];
}
