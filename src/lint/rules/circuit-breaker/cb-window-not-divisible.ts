import { strictOnly } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-window-not-divisible',
  group: 'circuit-breaker',
  severity: strictOnly('info'),
  source: 'circuit-breaker',
  isMust: false,
  summary: 'The rolling window does not divide evenly into its buckets.',
  why: 'How the service rounds uneven buckets is not documented, so the window may be shorter or longer than configured.',
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
  circuit_breaker: { volume_threshold: 20, rolling_window: 60, num_buckets: 7 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, rolling_window: 60, num_buckets: 10 }
`,
  check({ spec }, report) {
    const { num_buckets: buckets, rolling_window: window } = activeModule(spec, 'circuit_breaker') ?? {};
    if (typeof buckets !== 'number' || typeof window !== 'number') return;
    if (buckets <= 0 || buckets > window || window % buckets === 0) return;
    report({
      at: { path: ['circuit_breaker', 'num_buckets'] },
      message: `${window} seconds do not divide evenly into ${buckets} buckets`,
      related: [{ path: ['circuit_breaker', 'rolling_window'], label: 'the window, in seconds' }],
    });
  },
} satisfies ResourceRule;
