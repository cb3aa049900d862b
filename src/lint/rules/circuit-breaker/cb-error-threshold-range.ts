import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'cb-error-threshold-range',
  group: 'circuit-breaker',
  severity: always('error'),
  source: 'circuit-breaker',
  isMust: true,
  summary: 'The error threshold of a circuit breaker is not a fraction from 0 to 1.',
  why: 'Despite its name, `error_threshold_percentage` is a fraction, and the API rejects anything outside 0 to 1.0.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { tripped_duration: 30, volume_threshold: 20, error_threshold_percentage: 20 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { tripped_duration: 30, volume_threshold: 20, error_threshold_percentage: 0.2 }
`,
} satisfies ReportedRule;
