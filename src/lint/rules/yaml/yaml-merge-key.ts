import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-merge-key',
  group: 'yaml',
  severity: always('error'),
  source: 'YAML 1.2',
  isMust: false,
  summary: 'The merge key `<<` is used.',
  why: '`<<` was never part of YAML 1.2, and no two tools agree on it. Presets do what it is used for: shared fields under `kind: preset`, named under `uses:`.',
  fix: 'none',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    <<: { add: { x-a: "1" } }
    remove: [server]
`,
  good: `kind: https-route
name: shop
uses: [plain]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: preset
name: plain
spec:
  response_headers: { add: { x-a: "1" }, remove: [server] }
`,
} satisfies ReportedRule;
