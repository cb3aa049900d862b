import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'ref-wrong-kind',
  group: 'reference',
  severity: always('error'),
  source: 'inferred from API 2.1',
  isMust: false,
  summary: 'A name refers to something of another kind.',
  why: 'The field takes the id of one kind of thing (API 2.8); any other is refused.',
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: ip-policy/office }
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
