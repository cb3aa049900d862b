import type { SecretFact } from '../facts/secret-fact.ts';
import type { Json } from '../value.ts';

/** The reason why a field differs. */
export type ChangeCause =
  /** YAML and live differ, and YAML changed (or is new). */
  | 'configuration'
  /** The API replaces the module as a whole, which removes this live value. */
  | 'replaced-whole'
  /** We applied the field, and YAML no longer has it. */
  | 'removed'
  /** Changed outside Edgewright. */
  | 'outside';

/** The origin of a change, relative to the commit where a pull request starts (`--base`). */
export type Attribution =
  /** The files of head differ from those of base. */
  | 'pull-request'
  /** Base declares it too, and it has not been applied. */
  | 'pending'
  /** Changed outside Edgewright. */
  | 'drift'
  /** Reverts a change made outside Edgewright. */
  | 'undoes-outside';

/** A place in the repository, as plans print it. Lines and columns count from 1. */
export interface PlanOrigin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The layer, if it is not the resource's own spec: `preset/secure-headers`. */
  readonly layer?: string;
  /** Other files that contribute to the value: environment files with its variables or ids, and files it includes. */
  readonly through?: readonly string[];
}

/** One field that differs. Secrets never appear: `before` and `after` are masked; `secret` has the details. */
export interface FieldChange {
  /** Dotted path, list indexes in brackets: `circuit_breaker.num_buckets`. */
  readonly path: string;
  readonly cause: ChangeCause;
  /** Absent if the field did not exist. */
  readonly before?: Json;
  /** Absent if the field will not exist (the server's default then applies). */
  readonly after?: Json;
  readonly isSecret: boolean;
  /** The format of a long text that `derive/forms/readable.ts` lays out in lines, to show only the differences. */
  readonly form?: 'traffic-policy' | 'saml-metadata';
  /** The third side of a conflict: JSON text of the value applied last. Absent if it is long. */
  readonly applied?: string;
  readonly secret?: SecretFact;
  /**
   * The content of this change that its change id covers, without secrets and sentences. Absent: path and values as
   * here.
   */
  readonly fact?: Json;
  /** The change is visible only if the value of a secret is known, so change ids leave it out. */
  readonly isByValue?: true;
  readonly origin?: PlanOrigin;
  /** Set only with `--base`. */
  readonly attribution?: Attribution;
}
