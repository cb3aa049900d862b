import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'cb-num-buckets-max',
  group: 'circuit-breaker',
  severity: always('error'),
  source: 'circuit-breaker',
  isMust: true,
  summary: 'A circuit breaker has more than 128 buckets.',
  why: 'The API keeps metrics in at most 128 buckets and rejects more.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, rolling_window: 600, num_buckets: 600 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, rolling_window: 600, num_buckets: 120 }
`,
} satisfies ReportedRule;
