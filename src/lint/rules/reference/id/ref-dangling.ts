import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'ref-dangling',
  group: 'reference',
  severity: always('error'),
  source: 'ids-and-references',
  isMust: false,
  summary: 'A name is not declared.',
  why: 'A name without a declaration has no id, so the request cannot be sent.',
  isEvident: true,
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shoop }
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
