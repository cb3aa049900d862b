import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-error-threshold-extreme',
  group: 'circuit-breaker',
  severity: recommended('warn'),
  source: 'circuit-breaker',
  isMust: false,
  summary: 'The error threshold of a circuit breaker is 0 or 1.',
  why: 'At 0 a single failed request cuts off the upstream; at 1 only a total failure does.',
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
  circuit_breaker: { volume_threshold: 20, error_threshold_percentage: 0 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, error_threshold_percentage: 0.2 }
`,
  check({ spec }, report) {
    const threshold = activeModule(spec, 'circuit_breaker')?.['error_threshold_percentage'];
    if (threshold !== 0 && threshold !== 1) return;
    const effect = threshold === 0 ? 'any error trips the circuit' : 'only a total failure trips the circuit';
    report({
      at: { path: ['circuit_breaker', 'error_threshold_percentage'] },
      message: `\`error_threshold_percentage\` is ${threshold}: ${effect}`,
    });
  },
} satisfies ResourceRule;
