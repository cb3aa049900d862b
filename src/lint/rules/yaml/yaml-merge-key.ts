import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-merge-key',
  group: 'yaml',
  severity: always('error'),
  source: 'yaml',
  isMust: false,
  summary: 'The merge key `<<` is used.',
  why: '`<<` is not part of YAML 1.2 and tools disagree about it; shared fields belong in a preset, named under `uses`.',
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
