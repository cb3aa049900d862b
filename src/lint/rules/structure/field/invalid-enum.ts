import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'invalid-enum',
  group: 'structure',
  severity: always('error'),
  source: 'API 2.5, 2.9, 4.1',
  isMust: true,
  summary: 'A value is not one of those that the API knows.',
  why: '`match_type`, `terminate_at` and `type` have a fixed set of values (API 2.5, 2.9, 4.1).',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: prefix
  match: /shop
  backend: { backend_id: backend/shop }
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
