import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Field, ModuleField } from '../../kinds/field.ts';
import { compareValues } from '../../derive/compare/compare-values.ts';
import { differences } from '../../derive/compare/differences.ts';
import { holdsMask } from '../../derive/forms/mask-text.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import { ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { parseTemplate } from '../../derive/forms/parse-template.ts';
import { dotted } from '../../text/dotted-path.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, Path, Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { fieldChange } from '../compare/field-change.ts';
import { childField } from '../compare/same-as-ledger.ts';
import type { Planning } from '../input.ts';
import { factsOf } from '../compare/facts-of.ts';

interface ModuleToRetire {
  readonly address: Address;
  readonly name: string;
  readonly field: ModuleField;
  /** All secrets are hidden. */
  readonly live: Spec;
  readonly entry: LedgerEntry;
}

export type RetireResult =
  | { readonly body: Value; readonly lost: readonly FieldChange[] }
  | { readonly problem: StepReason };

/**
 * A module with its full last configuration and `enabled: false`: a bare `{enabled: false}` would delete the rest.
 * Secrets come from the references in the ledger, or from the API's clear response; a masked value is never sent. With
 * a `removed` document that says `then: disable-bare`, the bare module is sent.
 */
export function retiredModule(planning: Planning, retiring: ModuleToRetire): RetireResult {
  const { address, name, field, live } = retiring;
  const module = (live[name] ?? {}) as Spec;
  const isBare = planning.removed.some(
    (removed) => removed.address === address && removed.then === 'disable-bare',
  );
  if (isBare) return bareModule(planning, retiring);
  const lost: LostSecret[] = [];
  const filled = fill(planning, retiring, { value: module, field, path: [name] }, lost);
  if (lost.length === 0) return { body: { ...(filled as Spec), enabled: false }, lost: [] };
  return {
    problem: {
      code: 'secret-lost',
      field: name,
      paths: lost.map(({ path }) => path),
      templates: [...new Set(lost.flatMap(({ template }) => template ?? []))],
    },
  };
}

/** The smallest body that the API accepts, with the fields that are lost by it. */
function bareModule(planning: Planning, { name, field, live, entry }: ModuleToRetire): RetireResult {
  const module = (live[name] ?? {}) as Spec;
  const facts = factsOf(planning, entry.kind, entry);
  const needed = Object.entries(field.module.fields).filter(
    ([key, { required }]) => required && key in module,
  );
  const body: Spec = {
    enabled: false,
    ...Object.fromEntries(needed.map(([key]) => [key, module[key] ?? null])),
  };
  const lost = differences({ [name]: field }, { [name]: module }, { [name]: body }, () => undefined)
    .filter(({ path }) => path[1] !== 'enabled')
    .map((difference) => fieldChange(difference, { cause: 'replaced-whole', facts }));
  return { body, lost };
}

/** A secret that is neither set here nor returned in clear. */
interface LostSecret {
  readonly path: string;
  readonly template: string | undefined;
}

interface Part {
  readonly value: Value;
  readonly field: Field | undefined;
  readonly path: Path;
}

/** The value to send: references instead of secrets, without fields whose value means none. */
function fill(
  planning: Planning,
  retiring: ModuleToRetire,
  { value, field, path }: Part,
  lost: LostSecret[],
): Value {
  if (value instanceof Secret) {
    const kept = valueAtAnyCase(retiring.entry.applied, path);
    const observed = valueAtAnyCase(retiring.entry.observed, path);
    const filled = secretFor(planning, value, { kept, observed, name: retiring.name });
    if (filled === undefined) lost.push({ path: dotted(path), template: ledgerSecret(kept)?.template });
    return filled ?? value;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = { ...hiddenMembers(retiring, field, value as Spec, path), ...(value as Spec) };
  const entries = Object.entries(members).flatMap(([key, item]): [string, Value][] => {
    const child = field === undefined ? undefined : childField(field, key);
    if (saysNone(child, item) || isUnsetSecret(retiring.entry, item, [...path, key])) return [];
    return [[key, fill(planning, retiring, { value: item, field: child, path: [...path, key] }, lost)]];
  });
  return Object.fromEntries(entries);
}

/** Secret fields that we sent and that the service omits from its response: they exist and are sent with the module. */
function hiddenMembers({ entry }: ModuleToRetire, field: Field | undefined, value: Spec, path: Path): Spec {
  const fields = field === undefined ? undefined : fieldsOf(field);
  const applied = valueAtAnyCase(entry.applied, path);
  const hidden = Object.entries(fields ?? {}).filter(
    ([name, { secret }]) =>
      secret === true && value[name] === undefined && valueAtAnyCase(applied, [name]) !== undefined,
  );
  return Object.fromEntries(hidden.map(([name]) => [name, new Secret('')]));
}

/** Whether the value means none: the API rejects an empty list of scopes, but not a missing one. */
function saysNone(field: Field | undefined, value: Value): boolean {
  const canBeEmpty = field?.type === 'string' || field?.type === 'list' || field?.type === 'map';
  if (!canBeEmpty || field.secret === true || value instanceof Secret) return false;
  return compareValues(field, value, undefined, () => undefined) === 'same';
}

/** Whether an empty secret is unset: the API returns an empty string for a hidden one too; the applied spec tells. */
function isUnsetSecret({ applied }: LedgerEntry, value: Value, path: Path): boolean {
  if (!(value instanceof Secret) || value.reveal() !== '') return false;
  return (
    valueAtAnyCase(applied, path.slice(0, 1)) !== undefined && valueAtAnyCase(applied, path) === undefined
  );
}

function secretFor(
  planning: Planning,
  live: Secret,
  {
    kept,
    observed,
    name,
  }: { readonly kept: Json | undefined; readonly observed: Json | undefined; readonly name: string },
): Value | undefined {
  const template = ledgerSecret(kept)?.template;
  const reference =
    template === undefined
      ? undefined
      : parseTemplate(template, name === 'traffic_policy' ? 'policy' : 'text');
  // The placeholder for a template hidden in a snapshot has no names.
  const isNamed = reference !== undefined && reference.names.length > 0;
  if (isNamed && 'value' in reference.resolve(planning.secrets)) return reference;
  const isHidden = ledgerSecret(observed)?.hidden === true;
  const isMask = live.seen === undefined ? holdsMask(live.reveal()) : !live.seen.isClear;
  return isHidden || isMask ? undefined : live;
}
