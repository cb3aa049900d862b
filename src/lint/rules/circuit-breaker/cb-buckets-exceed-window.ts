import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-buckets-exceed-window',
  group: 'circuit-breaker',
  severity: recommended('warn'),
  source: 'circuit-breaker',
  isMust: false,
  summary: 'There are more buckets than seconds in the rolling window.',
  why: 'The window is counted in whole seconds, so buckets shorter than a second are nearly always empty and the error rate jumps.',
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
  circuit_breaker: { volume_threshold: 20, rolling_window: 10, num_buckets: 60 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, rolling_window: 60, num_buckets: 60 }
`,
  check({ spec }, report) {
    const { num_buckets: buckets, rolling_window: window } = activeModule(spec, 'circuit_breaker') ?? {};
    if (typeof buckets !== 'number' || typeof window !== 'number') return;
    if (window === 0 || buckets > 128 || buckets <= window) return;
    report({
      at: { path: ['circuit_breaker', 'num_buckets'] },
      message: `\`num_buckets\` is ${buckets}, more than the ${window} seconds of \`rolling_window\``,
      related: [{ path: ['circuit_breaker', 'rolling_window'], label: 'the window, in seconds' }],
    });
  },
} satisfies ResourceRule;
