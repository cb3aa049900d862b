import type { StoredObject } from '../state/server-state.ts';
import type { JsonObject } from '../../model/value.ts';
import { fixedId } from './new-ids.ts';
import { listenerAt, listenerUrl } from '../../derive/forms/listener-url.ts';
import { textOrEmpty, folders } from './stored-spec.ts';
import { isInternalHost } from '../../derive/forms/host-name.ts';
import type { ReferenceTarget } from '../../kinds/references.ts';
import { kinds } from '../../kinds/index.ts';

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

/** A reference to an object (Ref in the API). */
export function objectRef(origin: string, target: ReferenceTarget, id: string): JsonObject {
  return { id, uri: `${origin}/${folders[target]}/${encodeURIComponent(id)}` };
}

export function uriOf(origin: string, { kind, id, edge_id = '' }: StoredObject): string {
  const path = kinds[kind].operations.get.path.replace('{edge_id}', encodeURIComponent(edge_id));
  return origin + path.replace('{id}', encodeURIComponent(id));
}
