import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-expression',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'An expression of a traffic policy is not valid.',
  why: 'The service refuses the policy, or the rule never applies.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ expressions: ['req.path == "/"'], actions: [{ type: deny }] }, { actions: [{ type: deny }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ expressions: ['req.url.path == "/"'], actions: [{ type: deny }] }, { actions: [{ type: deny }] }]
`,
  check: mistakesOf('traffic-policy-expression'),
} satisfies ResourceRule;
