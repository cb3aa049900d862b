import type { Json } from '../value.ts';
import type { StepReason } from './reason.ts';

/** Why a step of a saved plan does not hold any more, or differs from that of another one. */
export type StaleReason =
  | { readonly code: 'not-known' }
  | { readonly code: 'new-step'; readonly because: StepReason }
  | {
      readonly code: 'other-action';
      /** Actions of steps. */
      readonly was: string;
      readonly is: string;
      readonly because: StepReason;
    }
  | { readonly code: 'not-live'; readonly hash: string }
  | {
      readonly code: 'live-changed';
      /** Only where nothing was applied in between is it known whose change it is. */
      readonly how: 'outside' | 'since';
      readonly paths: readonly string[];
      /** Hashes, as people compare them. */
      readonly was: string;
      readonly is: string;
    }
  /** Without a file: the files. */
  | { readonly code: 'no-longer-declared' | 'now-declared' | 'declared-otherwise'; readonly file?: string }
  | {
      readonly code: 'files-changed';
      readonly files: readonly string[];
      readonly was: string;
      readonly is: string;
    }
  | { readonly code: 'part-changed'; readonly part: string }
  /** Of a request; none: what is filled in. */
  | { readonly code: 'request-changed'; readonly places: readonly string[] }
  | FieldDifference;

/** What becomes of one field, by one plan and by another; undefined: nothing. */
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

/** What a saved plan is bound to, and another one is not. */
export interface BoundDifference {
  readonly what: 'environment' | 'lineage' | 'serial' | 'api' | 'tool' | 'files' | 'only' | 'overrides';
  readonly was: string;
  readonly is: string;
}

/** Why a whole saved plan is not for this ledger, API and tool. */
export type ForeignReason =
  | { readonly code: 'other-lineage'; readonly lineage: string; readonly own: string }
  | { readonly code: 'other-environment'; readonly environment: string }
  | { readonly code: 'other-api'; readonly api: string; readonly own: string }
  | { readonly code: 'other-tool'; readonly tool: string; readonly own: string }
  | { readonly code: 'applied'; readonly at: string }
  | { readonly code: 'older' | 'newer'; readonly serial: number; readonly own: number };
