import { canonicalString } from '../derive/compare/canonical.ts';
import { isTree } from '../derive/forms/tree.ts';
import { activeModule } from '../derive/module-state.ts';
import type { PolicyAction } from '../derive/policy/policy-actions.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Spec } from '../model/value.ts';
import { listenerCovers, listenersOf } from './listener.ts';
import { forwardsOf, targetOf } from './policy-forwards.ts';
import { matchCovers, matchSpace } from './selector.ts';

/** The backend and the internal endpoints that an object may pass requests on to: ids, and URLs in normal form. */
export function upstreamsOf(spec: Spec): readonly string[] {
  const backend = activeModule(spec, 'backend')?.['backend_id'];
  const forwards = forwardsOf(spec).map(({ action }) => forwardTarget(action));
  return [...new Set([...(typeof backend === 'string' ? [backend] : []), ...forwards])];
}

/** The backend of an object that is off: nothing reaches it there, and its protection is that of the backend. */
export function parkedBackend({ backend }: Spec): string | undefined {
  const id = isTree(backend) ? backend['backend_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The URL of a forward in normal form; as JSON if it is not a string. */
export function forwardTarget(action: PolicyAction): string {
  const target = targetOf(action) ?? '';
  return typeof target === 'string' ? canonicalString('endpoint-url', target) : JSON.stringify(target);
}

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
      return (
        narrow.length > 0 && narrow.every((listener) => wide.some((other) => listenerCovers(other, listener)))
      );
    }
  }
}
