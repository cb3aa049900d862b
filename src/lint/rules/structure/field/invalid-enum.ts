import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'invalid-enum',
  group: 'structure',
  severity: always('error'),
  source: 'types-and-fields',
  isMust: true,
  summary: 'A value is not one of the allowed values.',
  why: 'The field has a fixed set of values, and the API rejects any other.',
  isEvident: true,
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
