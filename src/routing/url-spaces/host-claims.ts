import type { RankedClaim } from '../prefix-partition.ts';
import type { Edges } from '../edges.ts';
import type { TrafficServer, Owner } from '../traffic-server.ts';
import type { Listener } from '../../derive/forms/endpoint-url.ts';
import { hostPattern, listenersOf } from '../listener.ts';

/** A claim on hosts at a port. */
export interface HostClaim extends RankedClaim<Owner> {
  readonly listener: Listener;
  /** The id of an HTTPS edge. */
  readonly edge?: string;
}

/** Claims of endpoints and TLS edges, and of HTTPS edges, which plans never change. */
export function hostClaims(servers: readonly TrafficServer[], edges: Edges): readonly HostClaim[] {
  return [...servers.flatMap(hostClaimsOf), ...edgeClaims(edges)];
}

export function hostClaimsOf(server: TrafficServer): readonly HostClaim[] {
  return listenersOf(server).map((listener) => claimOf(listener, { name: server.address, server: server }));
}

function edgeClaims(edges: Edges): readonly HostClaim[] {
  return [...edges.listeners].flatMap(([id, listeners]) =>
    listeners.map((listener) => ({ ...claimOf(listener, { name: edges.nameOf(id) }), edge: id })),
  );
}

function claimOf(listener: Listener, owner: Owner): HostClaim {
  const pattern = hostPattern(listener);
  return { ...pattern, rank: pattern.text.length, owner, listener };
}
