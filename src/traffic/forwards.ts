/** The forwards of a request from endpoint to endpoint by traffic policies (`forward-internal`). Assumed behavior. */
import type { Holder } from '../routing/holder.ts';
import { urlOf } from '../derive/forms/endpoint-url.ts';
import { forwardsOf, type Forward } from '../routing/policy-forwards.ts';
import type { TraceForward, TraceRequest } from '../model/traffic/trace.ts';
import type { Spec } from '../model/value.ts';
import { parseRequest } from './request.ts';
import type { SideIndex } from './side-index.ts';

/** One forward, and its target endpoint. */
export interface Hop extends Pick<TraceForward, 'from' | 'url' | 'when' | 'isCertain' | 'ends'> {
  readonly to?: Holder;
}

/**
 * All forwards that a request may take, depth first; those of each endpoint only once. Path and method stay the same;
 * rewrites by a policy are not followed.
 */
export function hopsOf(side: SideIndex, request: TraceRequest, serving: readonly Holder[]): readonly Hop[] {
  const hops: Hop[] = [];
  const followed = new Set<Holder>();
  const follow = (from: Holder, chain: readonly Holder[]): void => {
    followed.add(from);
    for (const forward of known(from.spec)) {
      for (const hop of hopsBy(side, request, { from, forward })) {
        const { to } = hop;
        const isLoop = to !== undefined && chain.includes(to);
        hops.push(isLoop ? { ...hop, ends: 'loop' } : hop);
        if (to !== undefined && !followed.has(to)) follow(to, [...chain, to]);
      }
    }
  };
  for (const holder of serving) if (!followed.has(holder)) follow(holder, [holder]);
  return hops;
}

/** Cache: a corpus asks for each of its URLs. */
const read = new WeakMap<Spec, readonly Forward[]>();

function known(spec: Spec): readonly Forward[] {
  const forwards = read.get(spec) ?? forwardsOf(spec);
  read.set(spec, forwards);
  return forwards;
}

function hopsBy(
  side: SideIndex,
  request: TraceRequest,
  { from, forward: { url, action, isCertain } }: { readonly from: Holder; readonly forward: Forward },
): readonly Hop[] {
  const hop = { from: from.address, when: action.expressions, isCertain };
  const parsed = url === undefined ? undefined : parseRequest(url, request);
  if (parsed === undefined || 'problem' in parsed || parsed.request.target.type !== 'host')
    return [{ ...hop, ends: 'unknown' }];
  const { target } = parsed.request;
  const named = { ...hop, url: urlOf(target) };
  const takers = side.takersOf({ ...request, target }).filter(({ edge }) => edge === undefined);
  const found = takers.flatMap(({ owners }) =>
    owners.flatMap(({ holder }) => (holder?.kind === 'endpoint' ? [holder] : [])),
  );
  return found.length === 0 ? [{ ...named, ends: 'unserved' }] : found.map((to) => ({ ...named, to }));
}
