import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'non-finite-number',
  group: 'structure',
  severity: always('error'),
  source: 'API 2',
  isMust: true,
  summary: 'A number is infinite or none at all.',
  why: 'JSON has neither infinity nor NaN; both would be sent as null (API 2, float64).',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 10, error_threshold_percentage: .nan }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 10, error_threshold_percentage: 0.5 }
`,
} satisfies ReportedRule;
