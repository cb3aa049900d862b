import type { RankedClaim } from '../prefix-partition.ts';
import type { TrafficServer, Owner } from '../traffic-server.ts';
import { selectorOf } from '../selector.ts';

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
  const byHost = new Map<string, Made[]>();
  for (const claim of claims) {
    const known = byHost.get(claim.host);
    if (known === undefined) byHost.set(claim.host, [claim]);
    else known.push(claim);
  }
  const anywhere = byHost.get('') ?? [];
  return (host) => (host === '' ? anywhere : [...anywhere, ...(byHost.get(host) ?? [])]);
}
