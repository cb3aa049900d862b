import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'environment-name',
  group: 'reference',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A file in environments/ does not have a valid environment name.',
  why: 'The file name is the name of the environment, so no command could select this one.',
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
