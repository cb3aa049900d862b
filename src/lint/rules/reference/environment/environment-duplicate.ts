import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'environment-duplicate',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A name stands in two files of one environment.',
  why: 'The files of an environment are put together; of two values for one name only one can hold.',
  fix: 'none',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production/more.yaml
ids: { backend/shop: bkdhr_2ND }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
} satisfies ReportedRule;
