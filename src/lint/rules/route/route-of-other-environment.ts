import { quoted } from '../../../model/problem.ts';
import { edgesOf } from '../../../routing/edges.ts';
import { routeContests, routesOf } from '../../../routing/contests/route-contests.ts';
import { takeoversOf } from '../../../routing/contests/takeovers.ts';
import type { Holder } from '../../../routing/holder.ts';
import { ledgerRoutes } from '../../../routing/ledger-routes.ts';
import type { Workspace } from '../../../model/workspace.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { matchText } from '../../domain/specs/route-selector.ts';
import type { CrossRule, OtherEnvironment, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'route-of-other-environment',
  group: 'route',
  severity: recommended('warn'),
  source: 'route-precedence',
  isMust: false,
  summary: 'A route takes URLs from a route of another environment, on an edge that both name.',
  why: 'Requests for the other environment are served by this one, with its protection and its backend.',
  fix: 'none',
  bad: `kind: https-route
name: all
environments: [production]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /
  backend: { backend_id: backend/shop }
---
kind: https-route
name: login
environments: [staging]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /login
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
# file: environments/staging.yaml
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2ST }
`,
  good: `kind: https-route
name: all
environments: [production]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /
  backend: { backend_id: backend/shop }
---
kind: https-route
name: login
environments: [staging]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /login
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
# file: environments/staging.yaml
ids: { https-edge/main: edghts_2ST, backend/shop: bkdhr_2ST }
`,
  *check(resources, { others, environment: here, ledger, workspace }) {
    const own = routesIn(resources);
    const edges = new Set(own.map(edgeOf));
    const ours = new Set(Object.values(ledger?.resources ?? {}).map(({ id }) => id));
    for (const { name, ...other } of others) {
      // New objects: the same address may be declared in both.
      const still = routesOfOther(other).flatMap((route): readonly Holder[] =>
        !edges.has(edgeOf(route)) || (route.id !== undefined && ours.has(route.id)) ? [] : [{ ...route }],
      );
      if (still.length === 0) continue;
      const world = {
        still,
        turns: own.map((route) => ({ after: { ...route, address: mine(route) } })),
        edges: edgesOf([], []),
      };
      const isOther = new Set(still);
      const seen = new Set<number>();
      const takeovers = takeoversOf(routeContests(routesOf(world), world), (one) => isOther.has(one));
      for (const { turn, from } of takeovers) {
        const route = own[turn];
        const [taken] = from;
        if (route === undefined || taken === undefined || seen.has(turn)) continue;
        // One document for both environments is one mistake, reported in one of them.
        if (route.address === taken.address && here < name) continue;
        if (isHandedOver(workspace, here, name, route) || isHandedOver(workspace, name, here, taken))
          continue;
        seen.add(turn);
        yield {
          of: route.address,
          at: { path: ['match'] },
          message: `${quoted(matchText(route))} is taken from \`${taken.address}\` of \`${name}\`, which is on the same edge`,
          help: `use an edge of its own, or a match that no route of \`${name}\` covers`,
        };
      }
    }
  },
} satisfies CrossRule;

/** Its routes as declared, and those in its ledger that are on another edge or no longer declared. */
function routesOfOther({ resources, ledger }: Omit<OtherEnvironment, 'name'>): readonly Holder[] {
  const declared = routesIn(resources);
  const known = new Set(declared.map((route) => `${route.address} ${edgeOf(route)}`));
  const live = ledgerRoutes(ledger?.resources ?? {});
  return [...declared, ...live.filter((route) => !known.has(`${route.address} ${edgeOf(route)}`))];
}

/** The routes whose edge is known: a name without an id is not the same edge in two environments. */
function routesIn(resources: readonly Subject[]): readonly Subject[] {
  return resources.filter((one) => one.kind === 'https-route' && /^[^/]+$/.test(edgeOf(one)));
}

function edgeOf({ spec }: Pick<Holder, 'spec'>): string {
  const { edge_id: edge } = spec;
  return typeof edge === 'string' ? edge : '';
}

/** Whether an environment adopts the object of a resource from another one. */
function isHandedOver(
  workspace: Workspace | undefined,
  to: string,
  from: string,
  { address }: Pick<Holder, 'address'>,
): boolean {
  const { adopt = [] } = workspace?.environments.get(to) ?? {};
  return adopt.some((one) => one.address === address && one.from === from);
}

/** Differs from the addresses of other environments, which may have the same ones. */
function mine({ address }: Subject): Subject['address'] {
  return `${address} here` as Subject['address'];
}
