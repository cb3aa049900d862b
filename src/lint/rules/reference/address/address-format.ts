import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'address-format',
  group: 'reference',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A resource address is malformed.',
  why: 'A resource address is `<kind>/<name>`; anything else refers to no resource.',
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
adopt: { shop: edghts_2NA/edghtsrt_2NG }
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
