import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-secret-literal',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy has a secret in clear text.',
  why: 'Everybody who can read the repository can read it, and so can everybody who reads the policy in the API.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: verify-webhook, config: { provider: github, secret: gh-hook-9f31c2 } }, { type: deny }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: verify-webhook, config: { provider: github, secret: $(secret:SHOP_SECRET) } }, { type: deny }] }]
`,
  check: mistakesOf('traffic-policy-secret-literal'),
} satisfies ResourceRule;
