/**
 * The hosts to which tests are sent: those that the resources of an environment serve as last applied. The ledger says
 * so, and for the hosts of an HTTPS edge the API. The files have no say in it: they may be those of a branch that is
 * not approved.
 */
import { ledgerRoutes } from '../../../routing/ledger-routes.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { Live } from '../../../model/live.ts';
import type { Address } from '../../../model/workspace/address.ts';
import { edgesOf } from '../../../routing/edges.ts';
import type { TrafficServer } from '../../../routing/traffic-server.ts';
import { isPublic } from '../../../routing/bindings.ts';
import { parseRequest } from '../../../routing/traffic/request.ts';
import { openSide, type SideIndex, type Taker } from '../../../routing/traffic/side-index.ts';

/** Who gets a request, as last applied. */
export type OwnHost =
  | {
      readonly is: 'own';
      readonly receivers: readonly Address[];
      /** The ids of the HTTPS edges that have the host. */
      readonly edges: readonly string[];
    }
  | { readonly is: 'foreign' }
  /** Some routes are on edges whose hosts only the API knows. */
  | { readonly is: 'unknown'; readonly edges: readonly string[] };

/** The hosts of an environment. */
export interface OwnHosts {
  readonly of: (url: string) => OwnHost;
  /** The hosts of an HTTPS edge by its id, sorted, without patterns such as `*.example.com`. */
  readonly ofEdge: (id: string) => readonly string[];
}

/** `listed`: the objects that the API lists; undefined if it was not asked. */
export function ownHosts(
  { resources }: Pick<LedgerState, 'resources'>,
  listed: readonly Live[] | undefined,
): OwnHosts {
  const servers = serversIn(resources);
  // An account may have edges of others, whose hosts are not those of this environment.
  const edges = new Set(servers.map(({ spec }) => spec['edge_id']));
  const own = listed?.filter(({ served }) => edges.has(served?.edge)) ?? [];
  const side = openSide({ servers, edges: edgesOf([], own) });
  return {
    of: (url) => {
      const takers = takersOf(side, url);
      const known = takers.filter(({ isAssumed }) => !isAssumed);
      if (known.length > 0) return ownHost(known);
      // After the API was asked, an edge that it does not list has no host.
      if (takers.length === 0 || listed !== undefined) return { is: 'foreign' };
      return { is: 'unknown', edges: takers.flatMap(({ edge }) => edge ?? []) };
    },
    ofEdge: (id) => {
      const listeners = side.edges.listeners.get(id) ?? [];
      const hosts = listeners.flatMap(({ scheme, host, port }) =>
        scheme === 'https' && port === 443 && !host.includes('*') ? [host] : [],
      );
      return [...new Set(hosts)].sort();
    },
  };
}

/** By the resources of one side alone, which a server on this machine serves. */
export function hostOnSide(side: SideIndex, url: string): OwnHost {
  const takers = takersOf(side, url).filter(({ isAssumed }) => !isAssumed);
  return takers.length === 0 ? { is: 'foreign' } : ownHost(takers);
}

function takersOf(side: SideIndex, url: string): readonly Taker[] {
  const parsed = parseRequest(url);
  return 'problem' in parsed || parsed.request.target.type !== 'host' ? [] : side.takersOf(parsed.request);
}

function ownHost(takers: readonly Taker[]): OwnHost {
  return {
    is: 'own',
    receivers: takers.flatMap(({ servers }) => servers.map(({ address }) => address)),
    edges: takers.flatMap(({ edge }) => edge ?? []),
  };
}

/** The objects of a ledger that everyone can reach, as they were after the last write. */
function serversIn(resources: LedgerState['resources']): readonly TrafficServer[] {
  const others = Object.entries(resources).flatMap(([address, { kind, id, observed }]) =>
    kind === 'https-route' ? [] : [{ address: address as Address, kind, id, spec: observed }],
  );
  return [
    ...ledgerRoutes(resources),
    ...others.filter(({ kind, spec }) => kind !== 'endpoint' || isPublic(spec)),
  ];
}
