import type { Field } from '../../kinds/field.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import { hideLike } from '../../derive/forms/ledger-form.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import type { FactContext } from './change-fact.ts';
import { sameAsLedger } from './same-as-ledger.ts';
import { withStatedEnabled } from '../../derive/module-state.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { SecretComparer } from './secret-comparer.ts';

export interface ObjectSides {
  readonly desired: Desired;
  readonly live: Spec;
  readonly entry: LedgerEntry;
  readonly comparer: SecretComparer;
  /** Context for computing change ids. */
  readonly facts: FactContext;
  /** Whether an approval has secrets sent that cannot be compared. */
  readonly writesSecrets: boolean;
}

/** One field on all sides. The live value is hidden wherever another side has a secret. */
export interface FieldSides extends ObjectSides {
  readonly name: string;
  readonly field: Field;
  readonly wanted: Value | undefined;
  readonly now: Value | undefined;
  readonly applied: Json | undefined;
  readonly observed: Json | undefined;
  /** Whether the live value differs from both the last observed and the last applied one. */
  readonly isOutside: boolean;
}

export function fieldSides(sides: ObjectSides, name: string, field: Field): FieldSides {
  const { desired, entry, live, comparer } = sides;
  const seen = live[name];
  const patterns = [entry.observed, entry.applied, desired.spec].flatMap((spec) => {
    const value = spec?.[name];
    return value === undefined ? [] : [{ [name]: value }];
  });
  const hidden = seen === undefined ? undefined : patterns.reduce<Spec>(hideLike, { [name]: seen })[name];
  const now = withStatedEnabled(field, hidden);
  const applied = withStatedEnabled(field, entry.applied?.[name]);
  const observed = withStatedEnabled(field, entry.observed[name]);
  // A new module is shown as declared, without stated defaults.
  const wanted = now === undefined ? desired.spec[name] : withStatedEnabled(field, desired.spec[name]);
  const isOutside = isOther(now, { applied, observed }, { name, field, comparer });
  return { ...sides, name, field, wanted, now, applied, observed, isOutside };
}

/** Whether a live field differs from what the ledger last observed and applied, whatever the files say. */
export function isChangedOutside(
  entry: Pick<LedgerEntry, 'applied' | 'observed'>,
  live: Spec,
  about: FieldToCompare,
): boolean {
  const { name, field } = about;
  const kept = [entry.observed[name], entry.applied?.[name]];
  const hidden =
    live[name] === undefined
      ? undefined
      : kept.reduce<Spec>(
          (spec, pattern) => (pattern === undefined ? spec : hideLike(spec, { [name]: pattern })),
          { [name]: live[name] },
        )[name];
  const [observed, applied] = kept.map((value) => withStatedEnabled(field, value));
  return isOther(withStatedEnabled(field, hidden), { applied, observed }, about);
}

interface FieldToCompare {
  readonly name: string;
  readonly field: Field;
  readonly comparer: SecretComparer;
}

function isOther(
  now: Value | undefined,
  { applied, observed }: { readonly applied: Json | undefined; readonly observed: Json | undefined },
  { name, field, comparer }: FieldToCompare,
): boolean {
  return [observed, settled(field, applied, observed)].every(
    (known) => !sameAsLedger({ field, path: [name], value: now, kept: known }, comparer),
  );
}

/** An outside change that the files have adopted is no longer drift: it was recorded as applied without a request. */
function settled(
  field: Field | undefined,
  applied: Json | undefined,
  observed: Json | undefined,
): Json | undefined {
  const fields = field === undefined ? undefined : fieldsOf(field);
  if (fields === undefined || !isJsonMap(applied) || !isJsonMap(observed)) return applied ?? observed;
  const ours = Object.entries(applied).map(([name, value]): [string, Json] => [
    name,
    settled(fields[name], value, observed[name]) ?? value,
  ]);
  return { ...observed, ...Object.fromEntries(ours) };
}
