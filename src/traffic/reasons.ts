import { quoted } from '../model/problem.ts';
import type { TraceRequest } from '../model/traffic/trace.ts';
import type { Holder } from '../domain/holder.ts';
import { carries, hostPattern, listenersOf, listenerUrl, type Listener } from '../domain/listener.ts';
import { selectorOf, type Selector } from '../domain/selector.ts';

type HostTarget = Extract<TraceRequest['target'], { readonly type: 'host' }>;

/** How a route takes the request: `prefix /checkout covers /checkout/cart`. */
export function takingReason({ spec }: Holder, { path }: TraceRequest): string {
  const selector = selectorOf(spec);
  if (selector === undefined) return '';
  const { host, pattern } = selector;
  const at = host === '' ? '' : ` at host ${quoted(host)}`;
  return pattern.form === 'exact'
    ? `exact match ${quoted(pattern.text)}${at}`
    : `prefix ${quoted(pattern.text)} covers ${quoted(path)}${at}`;
}

/** Why a route of the edge does not serve the request, given the one that does. */
export function routeReason({ spec }: Holder, request: TraceRequest, winner: Holder | undefined): string {
  const selector = selectorOf(spec);
  if (selector === undefined) return 'its `match` cannot be read';
  const { host, pattern } = selector;
  if (host !== '' && (request.target.type === 'edge' || request.target.host !== host)) {
    return `only for host ${quoted(host)}`;
  }
  if (!covers(selector, request.path)) {
    return pattern.form === 'exact'
      ? `exact ${quoted(pattern.text)} is not ${quoted(request.path)}`
      : `prefix ${quoted(pattern.text)} does not cover ${quoted(request.path)}`;
  }
  return lostReason(selector, winner === undefined ? undefined : selectorOf(winner.spec));
}

function lostReason({ pattern }: Selector, winner: Selector | undefined): string {
  if (winner === undefined) return 'it is not compared';
  if (winner.pattern.form === 'exact' && pattern.form === 'prefix') return 'exact match wins';
  return `the longer ${quoted(`${winner.host}${winner.pattern.text}`)} wins`;
}

function covers({ pattern: { form, text } }: Selector, path: string): boolean {
  return form === 'exact' ? path === text : path.startsWith(text);
}

/** Why an endpoint or TLS edge at the same host does not serve the request; undefined for one that is elsewhere. */
export function listenerReason(holder: Holder, target: HostTarget): string | undefined {
  const near = listenersOf(holder).find((listener) => isNear(listener, target));
  if (near === undefined) return undefined;
  if (near.port !== target.port) return `it listens at port ${near.port}, not ${target.port}`;
  if (!carries(near, target)) return `${quoted(listenerUrl(near))} does not carry \`${target.scheme}\``;
  return near.host.startsWith('*.')
    ? `another host wins over ${quoted(near.host)}`
    : 'something else has the host';
}

function isNear(listener: Listener, target: HostTarget): boolean {
  const pattern = hostPattern({ ...listener, port: target.port });
  const { text } = hostPattern(target);
  return pattern.form === 'exact' ? text === pattern.text : text.startsWith(pattern.text);
}
