import { writableFields } from '../../derive/forms/fields.ts';
import type { Fields } from '../../kinds/field.ts';
import { listenerAt, urlOf } from '../../derive/forms/endpoint-url.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Behaviour } from '../context.ts';
import { textOf } from './json-access.ts';

/** The stored spec of a create: the fields it sets. A null module counts as unset. */
export function specOfCreate(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === null ? [] : [[name, normal(name, value)]])),
  );
}

/**
 * The stored spec after an update: an absent module is unchanged, a given one replaces the old one as a whole, and null
 * changes nothing, since modules cannot be removed. The API does not document other absent fields.
 */
export function specOfUpdate(
  fields: Fields,
  before: JsonObject,
  body: JsonObject,
  absentInUpdate: Behaviour['absentInUpdate'],
): JsonObject {
  const after = new Map(Object.entries(before));
  for (const [name, field] of writableFields(fields, 'update')) {
    const value = Object.hasOwn(body, name) ? (body[name] ?? null) : null;
    if (value !== null) after.set(name, normal(name, value));
    else if (absentInUpdate === 'reset' && field.type !== 'module' && field.required !== true)
      after.delete(name);
  }
  return Object.fromEntries(after);
}

/** Brings a url into normal form; all other values are unchanged. */
function normal(name: string, value: Json): Json {
  const listener = name === 'url' ? listenerAt(textOf(value)) : undefined;
  return listener === undefined ? value : urlOf(listener);
}
