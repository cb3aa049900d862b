import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-setting-conflict',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'Settings or actions of a traffic policy do not go together.',
  why: 'The service refuses the policy, or one of the two has no effect.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: custom-response, config: { status_code: 204, body: none } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: custom-response, config: { status_code: 204 } }] }]
`,
  check: mistakesOf('traffic-policy-setting-conflict'),
} satisfies ResourceRule;
