import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'policy-ip-range',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  standard: 'RFC 4632 3.1',
  isMust: false,
  summary: 'A traffic policy lists an invalid IP range.',
  why: 'The API rejects the policy, or the range matches no address, so the restriction does not work as intended.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [10.0.0.0/33] } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [10.0.0.0/8] } }] }]
`,
  check: mistakesOf('policy-ip-range'),
} satisfies ResourceRule;
