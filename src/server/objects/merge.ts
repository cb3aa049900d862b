import { listenerAt, listenerUrl } from '../../derive/forms/listener-url.ts';
import { writableFields } from '../../derive/forms/fields.ts';
import { fixedId } from './new-ids.ts';
import type { Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Behaviour } from '../context.ts';
import type { StoredObject } from '../state/server-state.ts';
import { isInternalHost } from '../../derive/forms/host-name.ts';
import type { ReferenceTarget } from '../../kinds/references.ts';

const folders: Readonly<Record<ReferenceTarget, string>> = {
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

/** The fields of an endpoint that derive from its url; inapplicable ones are left out. */
export function endpointFields({ spec }: StoredObject, origin: string): JsonObject {
  const owner = { principal: objectRef(origin, 'principal', fixedId('usr_', 'owner')) };
  const listener = listenerAt(textOrEmpty(spec['url']));
  if (listener === undefined) return owner;
  const { scheme, host, port } = listener;
  const hostport = `${host}:${port}`;
  return {
    ...owner,
    public_url: listenerUrl(listener),
    proto: scheme,
    scheme,
    hostport,
    host,
    port,
    ...reservation({ scheme, host, hostport }, origin),
  };
}

/** TCP addresses and domains are reserved for public endpoints; internal hosts have neither. */
function reservation(
  { scheme, host, hostport }: { scheme: string; host: string; hostport: string },
  origin: string,
): JsonObject {
  if (isInternalHost(host)) return {};
  if (scheme === 'tcp') return { tcp_addr: objectRef(origin, 'tcp-address', fixedId('ra_', hostport)) };
  return { domain: objectRef(origin, 'domain', fixedId('rd_', host)) };
}

export function textOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A reference to an object (Ref in the API). */
export function objectRef(origin: string, target: ReferenceTarget, id: string): JsonObject {
  return { id, uri: `${origin}/${folders[target]}/${encodeURIComponent(id)}` };
}

export function uriOf(origin: string, { kind, id, edge_id = '' }: StoredObject): string {
  const path = kinds[kind].operations.get.path.replace('{edge_id}', encodeURIComponent(edge_id));
  return origin + path.replace('{id}', encodeURIComponent(id));
}
