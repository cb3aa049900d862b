import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-deprecated',
  group: 'traffic-policy',
  severity: recommended('info'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy uses a former name.',
  why: 'The name still works, but it is gone from the documentation and may go from the service.',
  fix: 'unsafe',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    inbound: [{ actions: [{ type: deny }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: deny }] }]
`,
  check: mistakesOf('traffic-policy-deprecated'),
} satisfies ResourceRule;
