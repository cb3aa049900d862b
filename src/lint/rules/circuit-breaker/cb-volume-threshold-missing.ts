import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-volume-threshold-missing',
  group: 'circuit-breaker',
  severity: recommended('info'),
  source: 'circuit-breaker',
  isMust: false,
  summary: 'A circuit breaker has no volume threshold.',
  why: 'Without `volume_threshold`, the first failed request of a quiet night can trip the circuit.',
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
  circuit_breaker: { tripped_duration: 30, error_threshold_percentage: 0.2 }
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
  check(subject, report, context) {
    const breaker = activeModule(subject.spec, 'circuit_breaker');
    if (breaker === undefined) return;
    const path = ['circuit_breaker', 'volume_threshold'];
    if (breaker['volume_threshold'] === 0) {
      report({
        at: { path },
        message: '`volume_threshold` is 0: the first failing requests trip the circuit',
      });
    } else if (breaker['volume_threshold'] === undefined && !isWritten(subject, path, context)) {
      report({
        at: { path: ['circuit_breaker'], on: 'key' },
        message: '`circuit_breaker` has no `volume_threshold`: the first failing requests may trip it',
        help: 'set `volume_threshold` to the number of requests that make an error rate meaningful',
      });
    }
  },
} satisfies ResourceRule;
