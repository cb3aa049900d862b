import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'adopt-format',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'What is to be adopted is not named properly.',
  why: 'An adoption names an object by its id, a route by `edge_id/route_id`, or either by its uri.',
  fix: 'none',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
adopt: { https-route/shop: edghtsrt_2NG }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
adopt: { https-route/shop: edghts_2NA/edghtsrt_2NG }
`,
} satisfies ReportedRule;
