import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-rolling-window-zero',
  group: 'circuit-breaker',
  severity: recommended('warn'),
  source: 'circuit-breaker',
  isMust: false,
  summary: '`rolling_window` of a circuit breaker is zero.',
  why: 'Metrics are kept for the length of the window; a window of 0 seconds keeps none, so the breaker cannot work.',
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
  circuit_breaker: { volume_threshold: 20, rolling_window: 0 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, rolling_window: 60 }
`,
  check({ spec }, report) {
    if (activeModule(spec, 'circuit_breaker')?.['rolling_window'] !== 0) return;
    report({
      at: { path: ['circuit_breaker', 'rolling_window'] },
      message: '`rolling_window` is 0: nothing is ever counted',
    });
  },
} satisfies ResourceRule;
