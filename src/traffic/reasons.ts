import type { TraceReason } from '../model/facts/trace.ts';
import type { TraceRequest } from '../model/traffic/trace.ts';
import type { Holder } from '../routing/holder.ts';
import { urlOf } from '../derive/forms/endpoint-url.ts';
import { hostCovers } from '../derive/forms/host.ts';
import { carries, listenersOf } from '../routing/listener.ts';
import { patternMatches } from '../routing/prefix-partition.ts';
import { selectorOf, type Selector } from '../routing/selector.ts';

type HostTarget = Extract<TraceRequest['target'], { readonly type: 'host' }>;

/** Why a route takes the request; undefined if its match cannot be read. */
export function takingReason({ spec }: Holder, { path }: TraceRequest): TraceReason | undefined {
  const selector = selectorOf(spec);
  if (selector === undefined) return undefined;
  const { host, pattern } = selector;
  return pattern.form === 'exact'
    ? { code: 'takes-exact', match: pattern.text, host }
    : { code: 'takes-prefix', match: pattern.text, path, host };
}

/** Why a route of the edge does not serve the request, given the one that does. */
export function routeReason(
  { spec }: Holder,
  request: TraceRequest,
  winner: Holder | undefined,
): TraceReason {
  const selector = selectorOf(spec);
  if (selector === undefined) return { code: 'match-unreadable' };
  const { host, pattern } = selector;
  if (host !== '' && (request.target.type === 'edge' || request.target.host !== host)) {
    return { code: 'other-host', host };
  }
  if (!patternMatches(pattern, request.path)) {
    const code = pattern.form === 'exact' ? 'other-path' : 'prefix-elsewhere';
    return { code, match: pattern.text, path: request.path };
  }
  return lostReason(selector, winner === undefined ? undefined : selectorOf(winner.spec));
}

function lostReason({ pattern }: Selector, winner: Selector | undefined): TraceReason {
  if (winner === undefined) return { code: 'not-compared' };
  if (winner.pattern.form === 'exact' && pattern.form === 'prefix') return { code: 'exact-wins' };
  return { code: 'longer-wins', pattern: `${winner.host}${winner.pattern.text}` };
}

/** Why an endpoint or TLS edge at the same host does not serve the request; undefined if its host does not match. */
export function listenerReason(holder: Holder, target: HostTarget): TraceReason | undefined {
  const near = listenersOf(holder).find(({ host }) => hostCovers(host, target.host));
  if (near === undefined) return undefined;
  if (near.port !== target.port) return { code: 'other-port', listens: near.port, port: target.port };
  if (!carries(near, target)) return { code: 'other-scheme', url: urlOf(near), scheme: target.scheme };
  return near.host.startsWith('*.') ? { code: 'closer-host-wins', host: near.host } : { code: 'host-taken' };
}
