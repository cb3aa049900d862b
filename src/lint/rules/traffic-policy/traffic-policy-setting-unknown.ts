import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-setting-unknown',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'An action of a traffic policy has an unknown setting.',
  why: 'The service refuses the whole policy because of one unknown setting.',
  fix: 'unsafe',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: deny, config: { status: 404 } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: deny, config: { status_code: 404 } }] }]
`,
  check: mistakesOf('traffic-policy-setting-unknown'),
} satisfies ResourceRule;
