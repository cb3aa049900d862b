import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'wrong-type',
  group: 'structure',
  severity: always('error'),
  source: 'types-and-fields',
  isMust: true,
  summary: 'A value has the wrong type.',
  why: 'The API takes one type for each field and rejects any other.',
  isEvident: true,
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
