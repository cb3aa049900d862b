import fc, { type Arbitrary } from 'fast-check';
import { compareValues } from '../../src/derive/compare/compare-values.ts';
import type { Field } from '../../src/kinds/field.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { lawfulSpec } from './lawful.ts';
import { arbitraryValue, type Vocabulary } from './values.ts';

/** A spec as a resource file writes it, valid by every rule of the API. A TLS edge always serves something. */
export function arbitrarySpec(kind: KindName, vocabulary: Vocabulary): Arbitrary<JsonObject> {
  const fields = writable(kind);
  const members = Object.fromEntries(
    fields.map(([name, field]) => [name, arbitraryValue(name, field, vocabulary)]),
  );
  const requiredKeys = fields.filter(([name, field]) => isNeeded(name, field)).map(([name]) => name);
  return fc.record(members, { requiredKeys }).map((spec) => lawfulSpec(spec as JsonObject));
}

function isNeeded(name: string, field: Field): boolean {
  return field.required === true || name === 'hostports';
}

function writable(kind: KindName): readonly [string, Field][] {
  return Object.entries(kinds[kind].fields).filter(([, field]) => field.readOnly !== true);
}

/** One change of one top-level field, in a spec that is valid before and after. */
export interface Mutation {
  readonly field: string;
  readonly change: 'added' | 'replaced' | 'removed';
  readonly spec: JsonObject;
}

/** Changes one field so that it means something else. Fields that identify the object stay. */
export function mutateSpec(kind: KindName, spec: JsonObject, vocabulary: Vocabulary): Arbitrary<Mutation> {
  const { identity } = kinds[kind];
  const fields = writable(kind).filter(([name]) => !identity.fields.includes(name));
  return fc
    .constantFrom(...fields)
    .chain(([name, field]) => mutateField(name, field, spec, vocabulary))
    .filter((mutation) => isOneRealChange(kind, spec, mutation));
}

function mutateField(
  name: string,
  field: Field,
  spec: JsonObject,
  vocabulary: Vocabulary,
): Arbitrary<Mutation> {
  const replaced = arbitraryValue(name, field, vocabulary).map((value): Mutation => {
    const change = name in spec ? 'replaced' : 'added';
    return { field: name, change, spec: lawfulSpec({ ...spec, [name]: value }) };
  });
  if (!(name in spec)) return replaced;
  const { [name]: _, ...rest } = spec;
  return fc.oneof(replaced, fc.constant<Mutation>({ field: name, change: 'removed', spec: rest }));
}

/** The rules between modules may have taken the new field out again, or another with it. */
function isOneRealChange(kind: KindName, before: JsonObject, { field, change, spec }: Mutation): boolean {
  const others = (one: JsonObject): Json => {
    const names = Object.keys(one).filter((name) => name !== field);
    return names.sort().map((name) => [name, one[name] ?? null]);
  };
  if (JSON.stringify(others(before)) !== JSON.stringify(others(spec))) return false;
  if (change !== 'removed' && !(field in spec)) return false;
  const verdict = compareValues(kinds[kind].fields[field], before[field], spec[field], () => undefined);
  return verdict !== 'same';
}
