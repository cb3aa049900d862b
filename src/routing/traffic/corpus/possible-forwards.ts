/**
 * The endpoints that requests for a URL may be forwarded to (`forward-internal`): conditions are not
 * evaluated. What a certain request gets is told by `src/simulate/`.
 */
import { listenerUrl } from '../../../derive/forms/endpoint-url.ts';
import type { ServedForward, TraceRequest } from '../../../model/traffic/trace.ts';
import { forwardsOf, type Forward } from '../../policy-forwards.ts';
import type { TrafficServer } from '../../traffic-server.ts';
import { rememberEach } from '../../../text/remember-last.ts';
import { parseRequest } from '../request.ts';
import type { SideIndex } from '../side-index.ts';

/** One forward, and its target endpoint. */
interface Hop extends Pick<ServedForward, 'from' | 'url' | 'when' | 'isCertain' | 'ends'> {
  readonly to?: TrafficServer;
}

/** The policy of each server is read once, for all requests. */
const forwardsAt = rememberEach(({ spec }: TrafficServer) => forwardsOf(spec));

/**
 * All forwards that a request may take, depth first; those of each endpoint only once. Path and method stay the same;
 * rewrites by a policy are not followed.
 */
export function possibleForwards(
  side: SideIndex,
  request: TraceRequest,
  serving: readonly TrafficServer[],
): readonly Hop[] {
  const hops: Hop[] = [];
  const followed = new Set<TrafficServer>();
  const follow = (from: TrafficServer, chain: readonly TrafficServer[]): void => {
    followed.add(from);
    for (const forward of forwardsAt(from)) {
      for (const hop of hopsBy(side, request, { from, forward })) {
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

function hopsBy(
  side: SideIndex,
  request: TraceRequest,
  { from, forward: { url, action, isCertain } }: { readonly from: TrafficServer; readonly forward: Forward },
): readonly Hop[] {
  const hop = { from: from.address, when: action.expressions, isCertain };
  const parsed = url === undefined ? undefined : parseRequest(url, request);
  if (parsed === undefined || 'problem' in parsed || parsed.request.target.type !== 'host')
    return [{ ...hop, ends: 'unknown' }];
  const { target } = parsed.request;
  const named = { ...hop, url: listenerUrl(target) };
  const takers = side.takersOf({ ...request, target }).filter(({ edge }) => edge === undefined);
  const found = takers.flatMap(({ owners }) =>
    owners.flatMap(({ server }) => (server?.kind === 'endpoint' ? [server] : [])),
  );
  return found.length === 0 ? [{ ...named, ends: 'unserved' }] : found.map((to) => ({ ...named, to }));
}
