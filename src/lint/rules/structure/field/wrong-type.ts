import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'wrong-type',
  group: 'structure',
  severity: always('error'),
  source: 'API 2',
  isMust: true,
  summary: 'A value is of the wrong type.',
  why: 'The API gives each field a type (API 2) and refuses any other.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  compression: { enabled: "yes" }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  compression: { enabled: true }
`,
} satisfies ReportedRule;
