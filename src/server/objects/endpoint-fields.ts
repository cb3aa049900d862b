import type { JsonObject } from '../../model/value.ts';
import { listenerAt, urlOf } from '../../derive/forms/endpoint-url.ts';
import { textOf } from './json-access.ts';
import { fixedId } from './ids.ts';
import type { StoredObject } from '../state/state.ts';
import { objectRef } from './uris.ts';

/** The fields of an endpoint that derive from its url; inapplicable ones are left out. */
export function endpointFields({ spec }: StoredObject, origin: string): JsonObject {
  const owner = { principal: objectRef(origin, 'principal', fixedId('usr_', 'owner')) };
  const listener = listenerAt(textOf(spec['url']));
  if (listener === undefined) return owner;
  const { scheme, host, port } = listener;
  const hostport = `${host}:${port}`;
  return {
    ...owner,
    public_url: urlOf(listener),
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
  if (host.endsWith('.internal')) return {};
  if (scheme === 'tcp') return { tcp_addr: objectRef(origin, 'tcp-address', fixedId('ra_', hostport)) };
  return { domain: objectRef(origin, 'domain', fixedId('rd_', host)) };
}
