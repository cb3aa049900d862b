import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'override-unknown-environment',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'An environment is named that there is not.',
  why: 'Environments are the files of environments/; what is said for another one never applies.',
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
overrides:
  prodution: { compression: {} }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
overrides:
  production: { compression: {} }
`,
} satisfies ReportedRule;
