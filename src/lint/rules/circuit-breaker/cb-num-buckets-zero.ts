import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-num-buckets-zero',
  group: 'circuit-breaker',
  severity: recommended('warn'),
  source: 'circuit-breaker',
  isMust: false,
  summary: '`num_buckets` of a circuit breaker is zero.',
  why: 'Metrics are kept in buckets; without one the breaker has nothing to measure and never trips as intended.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['circuit_breaker'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, num_buckets: 0 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, num_buckets: 10 }
`,
  check({ spec }, report) {
    if (activeModule(spec, 'circuit_breaker')?.['num_buckets'] !== 0) return;
    report({
      at: { path: ['circuit_breaker', 'num_buckets'] },
      message: '`num_buckets` is 0: there is nowhere to count in',
    });
  },
} satisfies ResourceRule;
