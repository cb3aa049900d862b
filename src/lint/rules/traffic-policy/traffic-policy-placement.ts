import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-placement',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'An action, a phase or a forward of a traffic policy does not fit where it is.',
  why: 'The service refuses the policy, or the action never runs, so what it should protect stays open.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_response: [{ actions: [{ type: deny }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: deny }] }]
`,
  check: mistakesOf('traffic-policy-placement'),
} satisfies ResourceRule;
