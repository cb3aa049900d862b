import type { ReferenceTarget } from '../../kinds/references.ts';
import type { JsonObject, Json } from '../../model/value.ts';
import type { Fields } from '../../kinds/field.ts';
import type { Behaviour } from '../context.ts';
import { writableFields } from '../../derive/forms/fields.ts';
import { listenerAt, listenerUrl } from '../../derive/forms/listener-url.ts';

export const folders: Readonly<Record<ReferenceTarget, string>> = {
  backend: 'backends',
  'certificate-authority': 'certificate_authorities',
  domain: 'reserved_domains',
  edge: 'edges',
  'https-edge': 'edges/https',
  'ip-policy': 'ip_policies',
  principal: 'principals',
  'tcp-address': 'reserved_addrs',
  tunnel: 'tunnels',
  'tunnel-session': 'tunnel_sessions',
};

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
  const listener = name === 'url' ? listenerAt(textOrEmpty(value)) : undefined;
  return listener === undefined ? value : listenerUrl(listener);
}

export function textOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
