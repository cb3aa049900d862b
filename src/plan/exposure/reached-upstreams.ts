import { forwardsOf } from '../../routing/policy-forwards.ts';
import type { SideIndex } from '../../routing/traffic/side-index.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { upstreamsOf } from '../../routing/upstreams.ts';
import { anyTarget, waysOf } from '../../simulate/unknown/ways.ts';

/** Stands for every internal endpoint: a target that depends on the request may be any. */
export const anyUpstream = '*';

/**
 * The backend and the internal endpoints that requests reach through a resource, over any number of hops. Targets that
 * a policy computes are those that its ways end at.
 */
export function reachedUpstreams(server: TrafficServer, side: SideIndex | undefined): ReadonlySet<string> {
  const reached = new Set<string>();
  const left = [server];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const upstream of targetsOf(next)) {
      if (reached.has(upstream)) continue;
      reached.add(upstream);
      left.push(...(side?.forwardTargetOf(upstream)?.endpoints ?? []));
    }
  }
  return reached;
}

function targetsOf(server: TrafficServer): readonly string[] {
  const named = upstreamsOf(server.spec);
  const isComputed = forwardsOf(server.spec).some(({ url }) => url === undefined);
  if (!isComputed) return named;
  const { ways, isCut } = waysOf(server);
  const ends = ways.flatMap(({ end }) => (end.is === 'delivered' ? [end.to] : []));
  const isAny = isCut || ends.some((end) => end.startsWith(anyTarget));
  return [...named, ...ends.filter((end) => /^[a-z]+:/.test(end)), ...(isAny ? [anyUpstream] : [])];
}
