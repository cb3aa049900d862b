import type { Spec } from '../value.ts';
import type { Operation } from '../../kinds/operation.ts';

/** A request exactly as it will be sent, except that secrets are still references. */
export interface PlannedRequest {
  readonly operation: Operation;
  readonly method: Operation['method'];
  /** Ids are filled in and percent-encoded; `{id}` is kept for an id that a create of this plan will return. */
  readonly path: string;
  readonly body: Spec | undefined;
  /** The parts of the body that apply fills in; everything else is sent as shown. Absent: none. */
  readonly filledIn?: readonly FilledIn[];
}

/** A place in a body that a plan cannot show, and the value that apply inserts. */
export interface FilledIn {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly with:
    /** The secrets named in the text. */
    | 'secret'
    /** A secret that the files hold as plain text. */
    | 'written-secret'
    /** The live secret at that place, which has no name in the files. */
    | 'live-secret'
    /** The shown text, followed by our marker. */
    | 'marker'
    /** Like `marker`, if the object already has one. */
    | 'kept-marker';
  /** For `secret` only. */
  readonly names?: readonly string[];
}
