import type { SecretFact } from '../facts/secret.ts';
import type { Json } from '../value.ts';

/** Why a field differs. */
export type ChangeCause =
  /** YAML and live differ, and YAML changed (or is new). */
  | 'configuration'
  /** The module is replaced whole, so this live value goes. */
  | 'replaced-whole'
  /** We applied it, and YAML no longer has it. */
  | 'removed'
  /** Someone changed it outside. */
  | 'outside';

/** Whose change it is, seen from the commit that a pull request starts at (`--base`). */
export type Attribution =
  /** The files of head say something else than those of base. */
  | 'pull-request'
  /** Base says it too, and no one has applied it. */
  | 'pending'
  /** Someone changed it outside. */
  | 'drift'
  /** It takes back what someone changed outside. */
  | 'undoes-outside';

/** A place in the repository, as plan lines print it. Lines and columns count from 1. */
export interface PlanOrigin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The layer, where it is not the resource's own spec: `preset/secure-headers`. */
  readonly layer?: string;
  /** The other files that the value is made of: of the environment, for a variable or an id, or a file that it names. */
  readonly through?: readonly string[];
}

/** One field that differs. A secret never appears: `before` and `after` are masked, `secret` says what is known. */
export interface FieldChange {
  /** Dotted path, list items in brackets: `circuit_breaker.num_buckets`. */
  readonly path: string;
  readonly cause: ChangeCause;
  /** Absent: was not there. */
  readonly before?: Json;
  /** Absent: will not be there (the server's default). */
  readonly after?: Json;
  readonly isSecret: boolean;
  /** What a long text is, where its lines can be laid out so that only what differs is seen (`derive/readable.ts`). */
  readonly form?: 'traffic-policy' | 'saml-metadata';
  /** In a conflict, the third side: JSON text of what was applied last. Absent where it is long. */
  readonly applied?: string;
  readonly secret?: SecretFact;
  /** What a change id covers of it, without a secret and without a sentence. Absent: path and values as they are here. */
  readonly fact?: Json;
  /** It shows only where the value of a secret is known: a change id does without it. */
  readonly isByValue?: true;
  readonly origin?: PlanOrigin;
  /** With `--base` alone. */
  readonly attribution?: Attribution;
}
