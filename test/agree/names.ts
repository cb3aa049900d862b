import { fieldsOf, itemField } from '../../src/derive/forms/fields.ts';
import type { Field, Fields } from '../../src/kinds/field.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import type { Vocabulary } from '../arbitraries/values.ts';

/** The names that generated specs refer to, with their ids. */
export const idsByName: Readonly<Record<string, string>> = {
  'https-edge/main': 'edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqZ',
  'backend/shop': 'bkdhr_2NAnKzW5yZQ5VRb0sW4PBn7CYqX',
  'ip-policy/office': 'ipp_2NAnKzW5yZQ5VRb0sW4PBn7CYqV',
  'certificate-authority/corp': 'ca_2NAnKzW5yZQ5VRb0sW4PBn7CYqT',
};

export const secretNames = ['LOGIN', 'UPSTREAM'];

export const vocabulary: Vocabulary = {
  ids: Object.fromEntries(Object.keys(idsByName).map((name) => [name.split('/')[0] ?? '', [name]])),
  secrets: secretNames,
  policies: 'any',
};

/** The value of a secret in every run. */
export function secretValue(name: string): string {
  return `the value of ${name}`;
}

/**
 * The body that a spec means, made without the compiler: names of ids and secrets replaced, policies as text, a
 * top-level null left out. All else as it is written, so that the API gets to see what is wrong with it.
 */
export function meantBody(kind: KindName, spec: JsonObject): JsonObject {
  const entries = Object.entries(spec).filter(([, value]) => value !== null);
  return meantFields(kinds[kind].fields, Object.fromEntries(entries));
}

function meantFields(fields: Fields, value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      meant(Object.hasOwn(fields, name) ? fields[name] : undefined, item),
    ]),
  );
}

function meant(field: Field | undefined, value: Json): Json {
  if (field === undefined) return value;
  if (typeof value === 'string') return meantText(field, value);
  if (typeof value !== 'object' || value === null) return value;
  const item = field.type === 'list' || field.type === 'map' ? itemField(field) : undefined;
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => meant(item, one));
  if (field.type === 'string' && field.form === 'traffic-policy') return JSON.stringify(value);
  const fields = fieldsOf(field);
  if (fields !== undefined) return meantFields(fields, value as JsonObject);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, meant(item, one)]));
}

function meantText(field: Field, text: string): string {
  const target = 'refersTo' in field ? field.refersTo : undefined;
  if (target !== undefined && text.startsWith(`${target}/`)) return idsByName[text] ?? text;
  const plain = text.replaceAll(/\$\(secret:(\w+)\)/g, (_, name: string) => secretValue(name));
  return plain;
}
