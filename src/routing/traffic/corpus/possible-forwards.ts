/**
 * The endpoints that requests for a URL may be forwarded to (`forward-internal`): conditions are not
 * evaluated. What a certain request gets is told by `src/simulate/`.
 */
import type { ServedForward } from '../../../model/traffic/served-by.ts';
import { forwardsOf, type Forward } from '../../policy-forwards.ts';
import type { TrafficServer } from '../../traffic-server.ts';
import { rememberEach } from '../../../text/remember-last.ts';
import type { SideIndex } from '../side-index.ts';

/** One forward, and its target endpoint. */
interface Hop extends Pick<ServedForward, 'from' | 'url' | 'when' | 'isCertain' | 'ends'> {
  readonly to?: TrafficServer;
}

/** The policy of each server is read once, for all requests. */
const forwardsAt = rememberEach(({ spec }: TrafficServer) => forwardsOf(spec));

/**
 * All forwards that a request to these servers may take, depth first; those of each endpoint only once. Rewrites by a
 * policy are not followed.
 */
export function possibleForwards(side: SideIndex, serving: readonly TrafficServer[]): readonly Hop[] {
  const hops: Hop[] = [];
  const followed = new Set<TrafficServer>();
  const follow = (from: TrafficServer, chain: readonly TrafficServer[]): void => {
    followed.add(from);
    for (const forward of forwardsAt(from)) {
      for (const hop of hopsBy(side, from, forward)) {
        const { to } = hop;
        const isLoop = to !== undefined && chain.includes(to);
        hops.push(isLoop ? { ...hop, ends: 'loop' } : hop);
        if (to !== undefined && !followed.has(to)) follow(to, [...chain, to]);
      }
    }
  };
  for (const server of serving) if (!followed.has(server)) follow(server, [server]);
  return hops;
}

function hopsBy(side: SideIndex, from: TrafficServer, { url, action, isCertain }: Forward): readonly Hop[] {
  const hop = { from: from.address, when: action.expressions, isCertain };
  const target = url === undefined ? undefined : side.forwardTargetOf(url);
  if (target === undefined) return [{ ...hop, ends: 'unknown' }];
  const named = { ...hop, url: target.url };
  const { endpoints } = target;
  return endpoints.length === 0
    ? [{ ...named, ends: 'unserved' }]
    : endpoints.map((to) => ({ ...named, to }));
}
