import { quoted } from '../../../../model/problem.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { CrossRule } from '../../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'adopt-other-edge',
  group: 'reference',
  severity: always('error'),
  source: 'adoption',
  isMust: false,
  summary: 'A route is adopted from an edge other than its `edge_id`.',
  why: 'A route cannot be moved to another edge, so the plan is blocked until the two agree.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
adopt: { https-route/shop: edghts_2NB/edghtsrt_2NG }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
adopt: { https-route/shop: edghts_2NA/edghtsrt_2NG }
`,
  *check(resources, { workspace, environment }) {
    const adopted = workspace?.environments.get(environment)?.adopt ?? [];
    if (adopted.length === 0) return;
    const byAddress = new Map(resources.map((one) => [one.address, one]));
    for (const { address, edge_id: from, place } of adopted) {
      const resource = byAddress.get(address);
      const to = resource?.spec['edge_id'];
      // The name of an id that does not resolve has been reported.
      if (resource === undefined || from === undefined || typeof to !== 'string' || to.includes('/'))
        continue;
      if (to === '' || to === from) continue;
      yield {
        of: resource.address,
        at: { place },
        message: `the adopted route is on the edge ${quoted(from)}, but \`edge_id\` is ${quoted(to)}`,
        help: 'change the edge in `adopt`, or the `edge_id` of the route',
        related: [{ path: ['edge_id'], label: 'declared here' }],
      };
    }
  },
} satisfies CrossRule;
