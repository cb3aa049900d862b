import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-no-effect',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A part of a traffic policy has no effect.',
  why: 'The service accepts it, but it does not do what it seems to do.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ expressions: ["'X-Beta' in req.headers"], actions: [{ type: deny }] }, { actions: [{ type: deny }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ expressions: ["'x-beta' in req.headers"], actions: [{ type: deny }] }, { actions: [{ type: deny }] }]
`,
  check: mistakesOf('traffic-policy-no-effect'),
} satisfies ResourceRule;
