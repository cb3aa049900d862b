import type { Json } from '../value.ts';
import type { StepReason } from './reason.ts';

/** The reason why a step of a saved plan is no longer valid, or differs from that of another plan. */
export type StaleReason =
  | { readonly code: 'not-known' }
  | { readonly code: 'new-step'; readonly because: StepReason }
  | {
      readonly code: 'other-action';
      /** Step actions. */
      readonly was: string;
      readonly is: string;
      readonly because: StepReason;
    }
  | { readonly code: 'not-live'; readonly hash: string }
  | {
      readonly code: 'live-changed';
      /** `outside` only if nothing was applied in between; otherwise the author is unknown. */
      readonly how: 'outside' | 'since';
      /** The fields that differ, where the two plans have them. */
      readonly fields: readonly FieldDifference[];
      /** Hashes, short enough to compare by eye. */
      readonly was: string;
      readonly is: string;
    }
  /** Without `file`: any of the files. */
  | { readonly code: 'no-longer-declared' | 'now-declared' | 'declared-otherwise'; readonly file?: string }
  | {
      readonly code: 'files-changed';
      readonly files: readonly string[];
      readonly fields: readonly FieldDifference[];
      readonly was: string;
      readonly is: string;
    }
  | { readonly code: 'part-changed'; readonly part: string }
  /** Places in the request; empty if only the filled-in values differ. */
  | { readonly code: 'request-changed'; readonly places: readonly string[] }
  | FieldDifference;

/** The result for one field by the one plan and by the other; undefined: none. */
export type FieldDifference =
  | {
      readonly code: 'changes-now' | 'changed-then';
      readonly path: string;
      readonly to: Json | undefined;
    }
  | {
      readonly code: 'other-value' | 'other-live';
      readonly path: string;
      readonly was: Json | undefined;
      readonly is: Json | undefined;
    };

/** A binding of a saved plan that differs from that of another plan. */
export interface BoundDifference {
  readonly what: 'environment' | 'lineage' | 'serial' | 'api' | 'tool' | 'files' | 'only' | 'overrides';
  readonly was: string;
  readonly is: string;
}

/** The reason why a saved plan as a whole does not fit this ledger, API or version. */
export type ForeignReason =
  | { readonly code: 'other-lineage'; readonly lineage: string; readonly own: string }
  | { readonly code: 'other-environment'; readonly environment: string }
  | { readonly code: 'other-api'; readonly api: string; readonly own: string }
  | { readonly code: 'other-tool'; readonly tool: string; readonly own: string }
  | { readonly code: 'applied'; readonly at: string }
  | { readonly code: 'older' | 'newer'; readonly serial: number; readonly own: number };
