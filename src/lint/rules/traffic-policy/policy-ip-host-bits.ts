import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'policy-ip-host-bits',
  group: 'traffic-policy',
  severity: recommended('warn'),
  source: 'traffic-policy',
  standard: 'RFC 4632 3.1',
  isMust: false,
  summary: 'A traffic policy lists an IP range that does not start at the address of its network.',
  why: 'The range covers the whole network, although it is written like a single address; strict parsers reject it.',
  fix: 'unsafe',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [192.168.0.1/16] } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: restrict-ips, config: { allow: [192.168.0.0/16] } }] }]
`,
  check: mistakesOf('policy-ip-host-bits'),
} satisfies ResourceRule;
