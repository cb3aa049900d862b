import type { TrafficServer } from '../../routing/traffic-server.ts';
import { desiredServers, liveServers } from '../../routing/traffic-server.ts';
import { isPublic } from '../../routing/bindings.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import { edgesOf } from '../../routing/edges.ts';
import { ownActions } from '../../derive/policy/own-actions.ts';
import type { PlanInput } from '../input.ts';
import { withReferences } from './with-references.ts';

/** The internal endpoints to which policies forward requests, as they are and as the files declare them. */
export interface ForwardSides {
  readonly before: SideIndex;
  readonly after: SideIndex;
}

let current: ForwardSides | undefined;

/**
 * Runs a synchronous function in whose comparisons policies forward to the endpoints of a plan. Specs are compared at
 * many places, of which none knows the account.
 */
export function withForwardSides<Result>(input: PlanInput, ask: () => Result): Result {
  const before = current;
  current = forwardSidesOf(input);
  try {
    return ask();
  } finally {
    current = before;
  }
}

/** The sidesAround of the function that runs; undefined: forwards lead out of sight. */
export function forwardSides(): ForwardSides | undefined {
  return current;
}

function forwardSidesOf({ live, desired }: PlanInput): ForwardSides {
  const declared = internalOf(desiredServers(desired));
  const urls = new Map(declared.map((server) => [server.spec['url'], server]));
  const found = internalOf(liveServers(live)).map((server) => {
    const other = urls.get(server.spec['url']);
    return other === undefined ? server : { ...server, spec: withReferences(server.spec, other.spec) };
  });
  const others = found.filter(({ spec }) => !urls.has(spec['url']));
  return { before: sideOf(found), after: sideOf([...declared, ...others]) };
}

function internalOf(servers: readonly TrafficServer[]): readonly TrafficServer[] {
  return servers.filter(({ kind, spec }) => kind === 'endpoint' && !isPublic(spec));
}

function sideOf(servers: readonly TrafficServer[]): SideIndex {
  return openSide({ servers, edges: edgesOf([], []), ownActions: ownActions() });
}
