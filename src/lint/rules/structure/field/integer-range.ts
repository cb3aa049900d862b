import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'integer-range',
  group: 'structure',
  severity: always('error'),
  source: 'API 2',
  isMust: true,
  summary: 'A whole number is out of its range.',
  why: 'These fields are uint32 (API 2, 2.7): whole numbers from 0 to 4294967295.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: -1 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 1 }
`,
} satisfies ReportedRule;
