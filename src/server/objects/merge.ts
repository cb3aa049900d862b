import { writableFields } from '../../derive/forms/fields.ts';
import type { Fields } from '../../kinds/field.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Behaviour } from '../context.ts';
import { parseServedUrl } from './endpoint-url.ts';
import { textOf } from './json-access.ts';

/** What is kept of the body of a create: what it sets. A null module is an unset one. */
export function specOfCreate(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === null ? [] : [[name, normal(name, value)]])),
  );
}

/**
 * What an update makes of an object: an absent module is not modified, a given one replaces the old one
 * whole, none can be removed, so null modifies nothing either. About other absent fields the API is silent.
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

/** The default port leaves a url and its host is lower case; all else is kept as given. */
function normal(name: string, value: Json): Json {
  return name === 'url' ? (parseServedUrl(textOf(value))?.url ?? value) : value;
}
