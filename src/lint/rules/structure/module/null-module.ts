import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'null-module',
  group: 'structure',
  severity: always('warn'),
  source: 'module-updates',
  isMust: true,
  judgesBodies: false,
  summary: 'A null has no effect.',
  why: 'Null only removes a value of a lower layer; it is never sent to the API, so the module stays as it is.',
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
