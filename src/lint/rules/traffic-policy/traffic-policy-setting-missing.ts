import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-setting-missing',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'An action of a traffic policy lacks a setting.',
  why: 'The service refuses the policy: the action cannot work without the setting.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: forward-internal }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: forward-internal, config: { url: https://shop.internal } }] }]
`,
  check: mistakesOf('traffic-policy-setting-missing'),
} satisfies ResourceRule;
