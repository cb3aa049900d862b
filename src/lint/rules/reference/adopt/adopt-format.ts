import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'adopt-format',
  group: 'reference',
  severity: always('error'),
  source: 'adoption',
  isMust: false,
  summary: 'The object to adopt is not a valid id or URI.',
  why: 'Without a valid id the object cannot be found, so it would be created a second time.',
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
