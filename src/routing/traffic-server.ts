import { activeModule, enabledModule } from '../derive/module-state.ts';
import { kindNames, kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Desired } from '../model/desired.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { Step } from '../model/plan/step.ts';
import type { Spec } from '../model/value.ts';
import type { Address } from '../model/workspace/address.ts';
import { rememberLast } from '../text/remember-last.ts';

/** An object that may answer requests: a declared resource or a live object. */
export interface TrafficServer {
  /** Its address, or `<kind>/<id>` for an object that is not in the ledger. */
  readonly address: Address;
  readonly kind: KindName;
  /** Only for live objects. */
  readonly id?: string;
  readonly spec: Spec;
  /** The endpoint behind its forwards whose policy, which cannot be read, is the one in `spec`. */
  readonly policyOf?: Address;
}

/**
 * Whether a server answers requests. A route or edge with neither a backend nor a policy, which may answer itself, only
 * occupies its match. An endpoint has no backend of its own.
 */
export function doesAnswer(server: Pick<TrafficServer, 'kind' | 'spec'>): boolean {
  if (kinds[server.kind].fields['backend'] === undefined) return true;
  return answering.some((name) => enabledModule(server.spec, name) !== undefined);
}

/** Like `doesAnswer`, for checks that must not miss an answer: a module that may be enabled counts too. */
export function mayAnswer(server: Pick<TrafficServer, 'kind' | 'spec'>): boolean {
  return doesAnswer(server) || answering.some((name) => activeModule(server.spec, name) !== undefined);
}

const answering = ['backend', 'traffic_policy'];

/** The live objects as servers. Endpoints of edges are left out: the routes of the edge are included. */
export const liveServers = rememberLast(({ known, orphans, listed }: LiveState): readonly TrafficServer[] => {
  const servers: TrafficServer[] = [];
  const seen = new Map<KindName, Set<string>>(kindNames.map((kind) => [kind, new Set()]));
  const add = (address: Address, { kind, id, edge_id: edge, spec }: Live): void => {
    const ids = seen.get(kind);
    if (ids?.has(id) === true) return;
    ids?.add(id);
    const isWhole = edge === undefined || spec['edge_id'] !== undefined;
    servers.push({ address, kind, id, spec: isWhole ? spec : { ...spec, edge_id: edge } });
  };
  for (const objects of [known, orphans]) {
    for (const [address, live] of objects) if (live !== 'missing') add(address, live);
  }
  for (const live of listed) {
    if (live.served?.edge === undefined) add(`${live.kind}/${live.id}`, live);
  }
  return servers;
});

/** The live objects, those that steps rename under their new address, and these addresses by the former ones. */
export function renamedServers(
  live: LiveState,
  steps: readonly Pick<Step, 'address' | 'formerly'>[],
): { readonly servers: readonly TrafficServer[]; readonly renamed: ReadonlyMap<Address, Address> } {
  const renamed = new Map(
    steps.flatMap(({ formerly, address }) => (formerly === undefined ? [] : [[formerly, address] as const])),
  );
  const servers = liveServers(live).map((server) => {
    const address = renamed.get(server.address);
    return address === undefined ? server : { ...server, address };
  });
  return { servers, renamed };
}

/** The declared resources as servers; `nameOf` may give a resource its former address. */
export function desiredServers(
  desired: readonly Desired[],
  nameOf: (resource: Desired) => Address = ({ address }) => address,
): readonly TrafficServer[] {
  return desired.map((resource) => ({ address: nameOf(resource), kind: resource.kind, spec: resource.spec }));
}
