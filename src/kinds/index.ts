import { endpoint } from './endpoint.ts';
import { httpsRoute } from './https-route.ts';
import type { Kind, KindName } from './kind.ts';
import { tlsEdge } from './tls-edge.ts';

export const kinds: Readonly<Record<KindName, Kind>> = {
  endpoint,
  'https-route': httpsRoute,
  'tls-edge': tlsEdge,
};

/** The names of all kinds, sorted. */
export const kindNames: readonly KindName[] = ['endpoint', 'https-route', 'tls-edge'];

/** The kind of an address such as `endpoint/shop`. */
export function kindOfAddress(address: `${KindName}/${string}`): KindName {
  return address.slice(0, address.indexOf('/')) as KindName;
}

export function isKindName(name: string): name is KindName {
  return Object.hasOwn(kinds, name);
}
