import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'null-module',
  group: 'structure',
  severity: always('warn'),
  source: 'API 4.10 rule 3',
  isMust: true,
  summary: 'A null takes nothing away.',
  why: 'Null takes out what a preset or `spec` wrote; the API is never sent one, and an update cannot remove a module (API 4.10 rule 3).',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  compression: null
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  compression: { enabled: false }
`,
} satisfies ReportedRule;
