import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'id-name',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A name of an id does not say what it is a name of.',
  why: 'Names in `ids` are `<kind>/<name>`: `https-edge`, `backend`, `ip-policy` or `certificate-authority`, a slash, and a name.',
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
  office: ipp_2NE
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
