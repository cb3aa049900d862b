import { inWords } from '../../domain/values/durations.ts';
import { meantSeconds } from '../../domain/values/milliseconds.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'cb-tripped-duration-long',
  group: 'circuit-breaker',
  severity: strictOnly('info'),
  source: 'circuit-breaker',
  isMust: false,
  summary: 'A tripped circuit stays open for more than an hour.',
  why: 'No request reaches the upstream while the circuit is open, so every trip is an outage of that length even if the upstream recovers at once.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['circuit_breaker'],
  options: { max_seconds: 3600 },
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, tripped_duration: 5400 }
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
  check({ spec }, report, { options }) {
    const seconds = activeModule(spec, 'circuit_breaker')?.['tripped_duration'];
    const limit = options['max_seconds'];
    if (typeof seconds !== 'number' || typeof limit !== 'number' || seconds <= limit) return;
    // `duration-milliseconds` reports it.
    if (meantSeconds(seconds, limit) !== undefined) return;
    report({
      at: { path: ['circuit_breaker', 'tripped_duration'] },
      message: `\`tripped_duration\` is ${inWords(seconds)}: each trip is an outage of that length`,
      help: 'durations are in seconds; the option `max_seconds` sets the limit',
    });
  },
} satisfies ResourceRule;
