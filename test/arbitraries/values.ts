import fc, { type Arbitrary } from 'fast-check';
import type { Field, Fields, NumberField, TextField } from '../../src/kinds/field.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import { numberRange } from '../../src/derive/schema/schema-words.ts';
import { byForm, policyTree } from './texts.ts';
import { lawfulModule } from './lawful.ts';
import type { ReferenceTarget } from '../../src/kinds/references.ts';

/** The names that generated specs may refer to. */
export interface Vocabulary {
  /** Names from `ids` (`backend/shop`), or raw ids, by what they stand for. */
  readonly ids: Readonly<Partial<Record<ReferenceTarget, readonly string[]>>>;
  /** Names of secrets. */
  readonly secrets: readonly string[];
  /** `text`: traffic policies are texts, as in a body. `any`: also mappings, as a file may write them. */
  readonly policies: 'text' | 'any';
}

/** A valid value of a field, read off its table. */
export function arbitraryValue(name: string, field: Field, vocabulary: Vocabulary): Arbitrary<Json> {
  switch (field.type) {
    case 'string':
      return arbitraryText(name, field, vocabulary);
    case 'boolean':
      return fc.boolean();
    case 'int64':
    case 'uint32':
    case 'float64':
      return arbitraryNumber(field);
    case 'list':
      return fc.uniqueArray(arbitraryItem(name, field, vocabulary), {
        minLength: 1,
        maxLength: 3,
        selector: (item) => (item as string).toLowerCase(),
      });
    case 'map':
      return fc
        .uniqueArray(fc.tuple(textOf(field.keyForm), arbitraryEntry(field.form, vocabulary)), {
          minLength: 1,
          maxLength: 3,
          selector: ([key]) => key.toLowerCase(),
        })
        .map((entries) => Object.fromEntries(entries));
    case 'object':
    case 'module':
      return arbitraryObject(name, field, vocabulary);
    case 'ref':
      throw new Error(`${name} is only read`);
  }
}

function arbitraryItem(
  name: string,
  { form, knownValues, refersTo, doc }: Extract<Field, { type: 'list' }>,
  vocabulary: Vocabulary,
): Arbitrary<Json> {
  const item: TextField = { type: 'string', form, doc };
  return arbitraryText(
    name,
    { ...item, ...(knownValues && { knownValues }), ...(refersTo && { refersTo }) },
    vocabulary,
  );
}

/** A header may hold a secret with fixed text around it (DESIGN 2). */
function arbitraryEntry(form: TextField['form'], { secrets }: Vocabulary): Arbitrary<string> {
  if (form !== 'header-value' || secrets.length === 0) return textOf(form);
  const withSecret = fc.constantFrom(...secrets).map((secret) => `Bearer $(secret:${secret})`);
  return fc.oneof({ weight: 4, arbitrary: textOf(form) }, { weight: 1, arbitrary: withSecret });
}

function arbitraryText(
  name: string,
  field: TextField,
  { ids, secrets, policies }: Vocabulary,
): Arbitrary<Json> {
  if (field.secret === true) return fc.constantFrom(...secrets).map((secret) => `$(secret:${secret})`);
  const fixed = field.values ?? field.knownValues ?? (field.refersTo && ids[field.refersTo]);
  if (fixed !== undefined && fixed.length > 0) return fc.constantFrom(...fixed);
  if (field.refersTo !== undefined) throw new Error(`${name} needs an id of a ${field.refersTo}`);
  const text: Arbitrary<Json> = textOf(field.form);
  const isOpen = field.form === 'traffic-policy' && policies === 'any';
  return isOpen ? fc.oneof(text, policyTree as Arbitrary<Json>) : text;
}

function textOf(form: TextField['form']): Arbitrary<string> {
  if (form === 'timestamp' || form === 'uri') throw new Error(`a text of form ${form} is only read`);
  return byForm[form];
}

/** Both ends of the range come often. A negative zero is no JSON. */
function arbitraryNumber(field: NumberField): Arbitrary<number> {
  const range = numberRange(field);
  if (field.type === 'float64') {
    return fc.double({ noNaN: true, noDefaultInfinity: true, ...range }).map((value) => value + 0);
  }
  return fc.oneof(
    fc.integer({ min: range?.min ?? 0, max: Math.min(range?.max ?? 0, 3600) }),
    fc.constantFrom(range?.min ?? 0, range?.max ?? 0),
  );
}

function arbitraryObject(name: string, field: Field, vocabulary: Vocabulary): Arbitrary<JsonObject> {
  const inner = writable(fieldsOf(field) ?? {});
  const isChoice = inner.every(([, member]) => member.type === 'object');
  if (isChoice) {
    return fc
      .constantFrom(...inner)
      .chain(([key, member]) => arbitraryValue(key, member, vocabulary).map((value) => ({ [key]: value })));
  }
  // What visitors see holds no secret.
  const words = name === 'response_headers' ? { ...vocabulary, secrets: [] } : vocabulary;
  const members = Object.fromEntries(inner.map(([key, member]) => [key, arbitraryValue(key, member, words)]));
  const requiredKeys = inner.filter(([, member]) => member.required === true).map(([key]) => key);
  return fc
    .record(members, { requiredKeys })
    .chain((value) => lawfulModule(name, value as JsonObject, members));
}

function writable(fields: Fields): readonly [string, Field][] {
  return Object.entries(fields).filter(([, field]) => field.readOnly !== true);
}
