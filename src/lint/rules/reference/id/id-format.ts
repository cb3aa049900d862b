import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'id-format',
  group: 'reference',
  severity: always('error'),
  source: 'API 2.1',
  isMust: false,
  summary: 'An id is not one.',
  why: 'Ids go into the paths of requests: letters, digits, `_` and `-`, at most 128.',
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
  ip-policy/office: "ipp 2NE"
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  ip_restriction: { ip_policy_ids: [ip-policy/office] }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
  ip-policy/office: ipp_2NE
`,
} satisfies ReportedRule;
