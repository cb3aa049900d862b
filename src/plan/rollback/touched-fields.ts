import { compareValues } from '../../derive/compare/compare-values.ts';
import { hideLike, toLedgerForm, ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { specOf } from '../../derive/forms/kept-spec.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerSpec, LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan/step.ts';
import { masked } from '../../model/secret.ts';
import type { Json, Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { fieldsIn } from '../../text/dotted-path.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** A top-level field that a run changes; requests send such a field as a whole. */
export interface TouchedField {
  /** The value before; absent if there was none. */
  readonly was?: Json;
  /** The `applied` value in the ledger right after; absent if the run removed the field. */
  readonly left?: Json;
}

export function touchedFields(
  step: Step,
  entry: LedgerEntry | undefined,
  live: Live | undefined,
): Readonly<Record<string, TouchedField>> {
  const { action, desired = {}, requests } = step;
  switch (action) {
    case 'create':
      return entry === undefined
        ? Object.fromEntries(Object.entries(named(desired)).map(([name, left]) => [name, { left }]))
        : {};
    case 'update':
    case 'retire': {
      const body = requests[0]?.body ?? {};
      const left = named(action === 'update' ? desired : body);
      const valueBefore = wasBefore(step, entry, live);
      const names = changedNames(step).filter((name) => Object.hasOwn(body, name));
      return Object.fromEntries(names.map((name) => [name, touched(valueBefore(name), left[name])]));
    }
    case 'delete':
    case 'adopt':
    case 'forget':
    case 'drift':
    case 'keep':
    case 'blocked':
      return {};
  }
}

function touched(before: Json | undefined, left: Json | undefined): TouchedField {
  return { ...withoutUndefined({ was: before, left }) };
}

/** The spec with secrets as the names of their references. */
function named(spec: Spec): Readonly<Record<string, Json>> {
  return toLedgerForm(spec, () => undefined);
}

function changedNames({ changes }: Step): readonly string[] {
  return fieldsIn(changes.map(({ path }) => path));
}

/**
 * The value to restore: the declared one if it was live, otherwise the live one. If the run reverted an outside change,
 * the rollback restores that change instead of reverting it again.
 */
function wasBefore(
  { kind, desired }: Step,
  entry: LedgerEntry | undefined,
  live: Live | undefined,
): (name: string) => Json | undefined {
  const now = live === undefined ? undefined : liveInLedgerForm(live, entry, desired);
  return (name) => {
    const field = kinds[kind].fields[name];
    const applied = entry?.applied?.[name];
    const observed = entry?.observed[name];
    const isOurs =
      now === undefined ||
      [applied, observed].some((known) => sameLedgerForm(field, now[name], known, 'unnamed'));
    if (isOurs) return applied ?? observed;
    return now[name] === undefined ? undefined : withNames(now[name], applied);
  };
}

/** The live value, with its secrets as the references in the applied one. */
function withNames(live: Json, applied: Json | undefined): Json {
  if (ledgerSecret(live) !== undefined) return ledgerSecret(applied) === undefined ? live : (applied ?? live);
  if (typeof live !== 'object' || live === null) return live;
  const known = (typeof applied === 'object' ? applied : null) as Readonly<Record<string, Json>> | null;
  const entries = Object.entries(live).map(([key, item]) => [key, withNames(item, known?.[key])] as const);
  return Array.isArray(live) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/**
 * Whether two ledger values are equal. `named`: secrets are equal if their references are; `unnamed`: any two secrets
 * are equal, for a value that was read from the API.
 */
export function sameLedgerForm(
  field: Field | undefined,
  form: Json | undefined,
  other: Json | undefined,
  secrets: 'named' | 'unnamed',
): boolean {
  return compareValues(field, plain(form, secrets), plain(other, secrets), () => undefined) === 'same';
}

/** A live object in the ledger's form: values that the ledger hides as secrets are hidden here too. */
export function liveInLedgerForm({ spec }: Live, entry: LedgerEntry | undefined, desired?: Spec): LedgerSpec {
  const hidden = [entry?.observed, entry?.applied, desired].reduce<Spec>(hideLike, spec);
  return toLedgerForm(hidden, () => undefined);
}

/** A live object with the ledger's secrets hidden, for display; if it was not read, the fields applied last. */
export function shownNow(live: Live | 'missing' | undefined, { applied = {}, observed }: LedgerEntry): Spec {
  if (live === undefined || live === 'missing') return specOf(applied);
  return [observed, applied].reduce<Spec>(hideLike, live.spec);
}

function plain(value: Json | undefined, secrets: 'named' | 'unnamed'): Json | undefined {
  const secret = ledgerSecret(value);
  if (secret !== undefined) return secrets === 'named' ? (secret.template ?? masked) : masked;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => plain(item, secrets) ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, secrets) ?? null]));
}

/** A ledger value in the form of a declared resource, without places in a file. */
export function writtenAgain(
  address: Address,
  { kind }: Pick<LedgerEntry, 'kind'>,
  environment: string,
  spec: Spec,
): Desired {
  const source = { path: '', text: '' };
  const name = address.slice(kind.length + 1);
  return {
    address,
    kind,
    name,
    environment,
    labels: {},
    formerly: [],
    spec,
    originOf: () => ({ place: { source, start: 0, end: 0 }, layer: 'spec', through: [] }),
  };
}

/** Whether the value can be sent: the value of a secret without a name is unknown. */
export function isRestorable(value: Json): boolean {
  const secret = ledgerSecret(value);
  if (secret !== undefined) return secret.template !== undefined;
  return (
    typeof value !== 'object' || value === null || Object.values(value).every((item) => isRestorable(item))
  );
}
