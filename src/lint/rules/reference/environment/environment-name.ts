import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'environment-name',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A file of environments/ has a name that no environment can have.',
  why: "The file's name is that of the environment: lower-case letters, digits and `-`, at most 63.",
  fix: 'none',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/Staging_2.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/staging-2.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
`,
} satisfies ReportedRule;
