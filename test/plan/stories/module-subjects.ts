import fc from 'fast-check';
import { compareValues } from '../../../src/derive/compare/compare-values.ts';
import { fieldsOf, itemField } from '../../../src/derive/forms/fields.ts';
import type { Field, ModuleField, TextForm } from '../../../src/kinds/field.ts';
import { kindNames, kinds } from '../../../src/kinds/index.ts';
import type { KindName } from '../../../src/kinds/kind.ts';
import type { Json, JsonObject } from '../../../src/model/value.ts';
import { changed } from '../../agree/change.ts';
import { arbitraryValue, type Vocabulary } from '../../arbitraries/values.ts';

/** A field of a module without fields of its own, and up to three values with different meanings. */
export interface Leaf {
  /** The path inside the module. */
  readonly path: readonly string[];
  readonly field: Field;
  /** The value first declared, the one declared then, and the one set outside; a field with two values has two. */
  readonly values: readonly Json[];
  /** The value with `$(secret:STORY)` in it, if a file may write a secret in this field. */
  readonly withSecret?: Json;
}

/** A module of a kind, with the values of its stories, read from the tables. */
export interface Subject {
  readonly title: string;
  readonly kind: KindName;
  readonly name: string;
  readonly field: ModuleField;
  /** The required fields of the kind. */
  readonly others: JsonObject;
  /** Every leaf with its first value, and enabled; `enabled` is left out if the API states that as its default. */
  readonly full: JsonObject;
  /** Whether the API states that the module is enabled if `enabled` is left out (2.6: all but one). */
  readonly isStated: boolean;
  readonly leaves: readonly Leaf[];
}

/** Each module of each kind; a module with a choice of objects (`oauth`: providers) is one subject for each choice. */
export function moduleSubjects(): readonly Subject[] {
  return kindNames.flatMap((kind) =>
    Object.entries(kinds[kind].fields).flatMap(([name, field]) =>
      field.type === 'module' ? choicesOf(field).map((choice) => subjectOf(kind, name, field, choice)) : [],
    ),
  );
}

function subjectOf(kind: KindName, name: string, field: ModuleField, choice?: string): Subject {
  const isStated = field.module.fields['enabled']?.seen === true;
  const leaves = leavesIn(field, []).filter(({ path }) => choice === undefined || isOf(choice, field, path));
  return {
    title: `${name}${choice === undefined ? '' : ` (${choice})`} of ${kind}`,
    kind,
    name,
    field,
    others: othersOf(kind),
    full: leaves.reduce<JsonObject>(
      (module, { path, values }) => changed(module, path, values[0]),
      isStated ? {} : { enabled: true },
    ),
    isStated,
    leaves,
  };
}

function choicesOf(field: ModuleField): readonly (string | undefined)[] {
  const members = Object.values(field.module.fields).filter((each) => isChoice(each));
  return members.length === 0 ? [undefined] : members.flatMap((each) => Object.keys(fieldsOf(each) ?? {}));
}

function isOf(choice: string, { module }: ModuleField, [top = '', member]: readonly string[]): boolean {
  const field = module.fields[top];
  return field === undefined || !isChoice(field) || member === choice;
}

function isChoice(field: Field): boolean {
  return field.type === 'object' && Object.values(field.fields).every(({ type }) => type === 'object');
}

function othersOf(kind: KindName): JsonObject {
  const { fields, identity } = kinds[kind];
  const needed = Object.entries(fields).filter(
    ([name, field]) => field.required === true || identity.fields.includes(name),
  );
  return Object.fromEntries(needed.map(([name, field]) => [name, valuesOf(name, field)[0] ?? null]));
}

function leavesIn(field: Field, path: readonly string[]): readonly Leaf[] {
  return Object.entries(fieldsOf(field) ?? {}).flatMap(([name, each]): readonly Leaf[] => {
    if (each.readOnly === true || name === 'enabled') return [];
    if (fieldsOf(each) !== undefined) return leavesIn(each, [...path, name]);
    const values = valuesOf(name, each);
    const secret = withSecret(each, values[0]);
    return [
      { path: [...path, name], field: each, values, ...(secret === undefined ? {} : { withSecret: secret }) },
    ];
  });
}

/** Three values of a field with different meanings, or two if it has no more. All maps have one entry, same name. */
function valuesOf(name: string, field: Field): readonly Json[] {
  if (field.type === 'string' && field.secret === true) {
    return ['$(secret:STORY)', '$(secret:OTHER)'];
  }
  if (field.type === 'map') {
    const values = valuesOf(name, itemField(field));
    return values.map((value) => ({ 'x-story': value }));
  }
  const drawn = fc.sample(arbitraryValue(name, field, vocabularyOf(field)), { numRuns: 50, seed: 1 });
  const different: Json[] = [];
  for (const value of drawn) {
    const isNew = different.every((each) => compareValues(field, each, value, () => undefined) !== 'same');
    if (different.length < 3 && isNew) different.push(value);
  }
  return different;
}

function vocabularyOf(field: Field): Vocabulary {
  const target = field.type === 'string' || field.type === 'list' ? field.refersTo : undefined;
  const ids = target === undefined ? {} : { [target]: [1, 2, 3].map((number) => `${target}_${number}`) };
  return { ids, secrets: [], policies: 'text' };
}

/** Values by text form, for the forms in which a file may embed a secret in other text. */
const secretIn: Readonly<Partial<Record<TextForm, string>>> = {
  'header-value': 'Bearer $(secret:STORY)',
  'traffic-policy': JSON.stringify({
    on_http_request: [
      { actions: [{ type: 'add-headers', config: { headers: { 'x-key': '$(secret:STORY)' } } }] },
    ],
  }),
};

function withSecret(field: Field, first: Json | undefined): Json | undefined {
  if (field.type === 'string') return field.secret === true ? first : secretIn[field.form];
  const text = field.type === 'map' ? secretIn[field.form] : undefined;
  return text === undefined ? undefined : { 'x-story': text };
}
