import type { Listener } from '../../derive/forms/listener-url.ts';
import type { Edges } from '../edges.ts';
import { listenersOf } from '../listener.ts';
import { mayAnswer } from '../traffic-server.ts';
import { presentIn, rankOf } from './url-space.ts';
import { hostPattern } from '../host-pattern.ts';
import type { Routes } from './edge-routes.ts';
import type { RoutingState } from './routing-state.ts';
import type { CandidateClaim, ServerCandidate } from './candidate-lines.ts';

/** A claim on hosts at a port. */
export interface HostClaim extends CandidateClaim {
  readonly owner: HostCandidate;
}

type HostCandidate = ServerCandidate & { readonly listener: Listener };

/** The claims on hosts: of endpoints and TLS edges, and of HTTPS edges, which plans never change. */
export function hostClaims(state: RoutingState, routes: Routes): readonly HostClaim[] {
  return [...ownHostClaims(state), ...edgeHostClaims(routes, state.edges)];
}

/** The claims of endpoints and TLS edges. */
export function ownHostClaims(state: RoutingState): readonly HostClaim[] {
  return [...presentIn(state)].flatMap((present) =>
    listenersOf(present.server).map((listener) =>
      hostClaim(listener, { ...present, answers: mayAnswer(present.server) }),
    ),
  );
}

/** The claims of HTTPS edges. One without known listeners listens at the hosts that its routes name. */
export function edgeHostClaims(routes: Routes, { listeners }: Edges): readonly HostClaim[] {
  const named = [...routes.values()].flatMap(({ edge, hosts }) =>
    listeners.has(edge)
      ? []
      : [[edge, [...hosts.keys()].map((host) => ({ scheme: 'https', host, port: 443 }))] as const],
  );
  return [...listeners, ...named].flatMap(([edge, some]) =>
    some.map((listener) =>
      hostClaim(listener, { server: undefined, change: undefined, when: 'always', answers: false, edge }),
    ),
  );
}

function hostClaim(listener: Listener, owner: Omit<HostCandidate, 'rank' | 'listener'>): HostClaim {
  const pattern = hostPattern(listener);
  return { ...pattern, owner: { ...owner, rank: rankOf(pattern, pattern.text.length), listener } };
}
