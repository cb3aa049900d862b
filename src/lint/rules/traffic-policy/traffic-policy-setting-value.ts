import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-setting-value',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A setting of an action of a traffic policy has a wrong value.',
  why: 'The service refuses the policy, or takes the value for something else.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: deny, config: { status_code: 4040 } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: deny, config: { status_code: 404 } }] }]
`,
  check: mistakesOf('traffic-policy-setting-value'),
} satisfies ResourceRule;
