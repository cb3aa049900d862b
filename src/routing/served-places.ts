import { isPublic } from './bindings.ts';
import { type Listener } from '../derive/forms/listener-url.ts';
import type { Edges } from './edges.ts';
import type { TrafficServer } from './traffic-server.ts';
import { carries, listenersOf } from './listener.ts';
import { patternCovers, type Pattern } from './text-pattern.ts';
import { pathText, selectorOf } from './selector.ts';
import { hostCovers } from '../derive/forms/host-name.ts';

/** Paths of a host that an object serves, whichever scheme and port it is asked at. */
export interface ServedPlace {
  /** In normal form; may be a wildcard. */
  readonly host: string;
  readonly pattern: Pattern;
  /** The listener, or the edge whose routes compete for each path. */
  readonly at: Listener | string;
}

const whole: Pattern = { form: 'prefix', text: '/' };

/**
 * The places of an object that everyone can reach; none for a route of all hosts if the hosts of its edge are unknown.
 * A `tcp` listener is left out: it shares its host with unrelated services.
 */
export function placesOf(server: TrafficServer, { listeners }: Edges): readonly ServedPlace[] {
  if (server.kind !== 'https-route') {
    if (!isPublic(server.spec)) return [];
    return listenersOf(server)
      .filter(({ scheme }) => scheme !== 'tcp')
      .map((at) => ({ host: at.host, pattern: whole, at }));
  }
  const selector = selectorOf(server.spec);
  if (selector === undefined) return [];
  const { edge, host, pattern } = selector;
  const hosts = host === '' ? (listeners.get(edge) ?? []).map((listener) => listener.host) : [host];
  return [...new Set(hosts)].map((name) => ({ host: name, pattern, at: edge }));
}

export function placeCovers(outer: ServedPlace, inner: ServedPlace): boolean {
  return hostCovers(outer.host, inner.host) && patternCovers(outer.pattern, inner.pattern);
}

/**
 * Whether precedence decides which of two objects serves a request, so that only one of them does. An endpoint precedes
 * the edge of its host at the same port; a route is never asked where it does, but may be if the endpoint goes.
 */
export function isOnePlace({ at: asked }: ServedPlace, { at: other }: ServedPlace): boolean {
  if (typeof asked === 'string') return asked === other;
  if (typeof other === 'string') return asked.port === 443 && carries(asked, { scheme: 'https' });
  return asked.port === other.port && (carries(asked, other) || carries(other, asked));
}

export function placeText({ host, pattern }: ServedPlace): string {
  return pattern === whole ? host : `${host}${pathText(pattern)}`;
}
