import type { ReferenceTarget } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { JsonObject } from '../../model/value.ts';
import type { StoredObject } from '../state/state.ts';

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

/** A reference to an object (Ref in the API). */
export function objectRef(origin: string, target: ReferenceTarget, id: string): JsonObject {
  return { id, uri: `${origin}/${folders[target]}/${encodeURIComponent(id)}` };
}

/** The URL of an object. */
export function uriOf(origin: string, { kind, id, edge_id = '' }: StoredObject): string {
  const path = kinds[kind].operations.get.path.replace('{edge_id}', encodeURIComponent(edge_id));
  return origin + path.replace('{id}', encodeURIComponent(id));
}
