import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'id-format',
  group: 'reference',
  severity: always('error'),
  source: 'ids-and-references',
  isMust: false,
  summary: 'An id is malformed.',
  why: 'Ids are part of request paths; an id with other characters can never be found.',
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
