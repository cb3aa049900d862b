import type { Field } from '../kinds/field.ts';
import type { Desired } from '../model/desired.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { Json, Spec, Value } from '../model/value.ts';
import type { SecretEyes } from './same-as-kept.ts';

/** One object, on all sides. */
export interface Sides {
  readonly desired: Desired;
  readonly live: Spec;
  readonly entry: LedgerEntry;
  readonly eyes: SecretEyes;
  /** A consent says that secrets which cannot be compared are sent. */
  readonly writesSecrets: boolean;
}

/** One field, on all sides. Live is hidden where the other sides have a secret. */
export interface FieldSides extends Sides {
  readonly name: string;
  readonly field: Field;
  readonly wanted: Value | undefined;
  readonly now: Value | undefined;
  readonly applied: Json | undefined;
  readonly observed: Json | undefined;
  /** Live is not what we observed last. */
  readonly isOutside: boolean;
}
