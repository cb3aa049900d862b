import type { Listener } from '../../derive/forms/endpoint-url.ts';
import type { Edges } from '../edges.ts';
import { groupBy } from '../../text/items-by.ts';
import { hostPattern, listenersOf } from '../listener.ts';
import type { RankedClaim } from '../prefix-partition.ts';
import { selectorOf } from '../selector.ts';
import type { Owner, TrafficServer } from '../traffic-server.ts';

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

/** A claim on paths, at one host or at all hosts. */
export interface PathClaim extends RankedClaim<Owner> {
  readonly edge: string;
  /** Empty for all hosts. */
  readonly host: string;
}

export function pathClaims(servers: readonly TrafficServer[]): readonly PathClaim[] {
  return servers.flatMap((server) => {
    const selector = server.kind === 'https-route' ? selectorOf(server.spec) : undefined;
    if (selector === undefined) return [];
    const { edge, host, pattern, rank } = selector;
    return [{ ...pattern, edge, host, rank, owner: { name: server.address, server } }];
  });
}

/** The claims that apply to a host: those for all hosts and its own. */
export function claimsByHost<Made extends { readonly host: string }>(
  claims: readonly Made[],
): (host: string) => readonly Made[] {
  const byHost = groupBy(claims, ({ host }) => host);
  const anywhere = byHost.get('') ?? [];
  return (host) => (host === '' ? anywhere : [...anywhere, ...(byHost.get(host) ?? [])]);
}
