import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-tripped-duration-zero',
  group: 'circuit-breaker',
  severity: recommended('warn'),
  source: 'circuit-breaker',
  isMust: false,
  summary: '`tripped_duration` of a circuit breaker is zero.',
  why: 'At 0 the tripped circuit is tried again at once, so the failing upstream gets no time to recover.',
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
  circuit_breaker: { volume_threshold: 20, tripped_duration: 0 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, tripped_duration: 30 }
`,
  check({ spec }, report) {
    if (activeModule(spec, 'circuit_breaker')?.['tripped_duration'] !== 0) return;
    report({
      at: { path: ['circuit_breaker', 'tripped_duration'] },
      message: '`tripped_duration` is 0: the circuit closes as soon as it opens',
    });
  },
} satisfies ResourceRule;
