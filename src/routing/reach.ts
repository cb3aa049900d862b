import type { KindName } from '../kinds/kind.ts';
import type { Spec } from '../model/value.ts';
import { listenerCovers, listenersOf } from './listener.ts';
import { matchCovers, matchSpace } from './selector.ts';

/**
 * Whether every request that reaches an object with the spec `inner` reaches it with the spec `outer` too. False if one
 * of the two cannot be read. Precedence plays no part: the question is what an object would answer if it is asked.
 */
export function reachCovers(kind: KindName, outer: Spec, inner: Spec): boolean {
  switch (kind) {
    case 'https-route': {
      const [wide, narrow] = [matchSpace(outer), matchSpace(inner)];
      return wide !== undefined && narrow !== undefined && matchCovers(wide, narrow);
    }
    case 'endpoint':
    case 'tls-edge': {
      const [wide, narrow] = [listenersOf({ kind, spec: outer }), listenersOf({ kind, spec: inner })];
      return narrow.length > 0 && narrow.every((one) => wide.some((other) => listenerCovers(other, one)));
    }
  }
}
