import { compareValues } from '../../derive/compare/compare-values.ts';
import { hideLike, keep, keptSecret } from '../../derive/forms/kept.ts';
import type { Field } from '../../kinds/field.ts';
import type { KeptSpec, LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { masked } from '../../model/secret.ts';
import type { Json, Spec } from '../../model/value.ts';
import { specOf } from './written-again.ts';

/**
 * Whether two ledger values are equal. `named`: secrets are equal if their references are; `unnamed`: any two secrets
 * are equal, for a value that was read from the API.
 */
export function sameKept(
  field: Field | undefined,
  one: Json | undefined,
  other: Json | undefined,
  secrets: 'named' | 'unnamed',
): boolean {
  return compareValues(field, plain(one, secrets), plain(other, secrets), () => undefined) === 'same';
}

/** A live object in the ledger's form: values that the ledger hides as secrets are hidden here too. */
export function keptLive({ spec }: Live, entry: LedgerEntry | undefined, desired?: Spec): KeptSpec {
  const hidden = [entry?.observed, entry?.applied, desired].reduce<Spec>(hideLike, spec);
  return keep(hidden, () => undefined);
}

/** Whether a ledger value contains a secret, so that the live value alone cannot prove equality. */
export function holdsSecret(value: Json | undefined): boolean {
  if (keptSecret(value) !== undefined) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsSecret);
}

/** A live object with the ledger's secrets hidden, for display; if it was not read, the fields applied last. */
export function shownNow(live: Live | 'missing' | undefined, { applied = {}, observed }: LedgerEntry): Spec {
  if (live === undefined || live === 'missing') return specOf(applied);
  return [observed, applied].reduce<Spec>(hideLike, live.spec);
}

function plain(value: Json | undefined, secrets: 'named' | 'unnamed'): Json | undefined {
  const secret = keptSecret(value);
  if (secret !== undefined) return secrets === 'named' ? (secret.template ?? masked) : masked;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => plain(item, secrets) ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, secrets) ?? null]));
}
