import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-flow',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A part of a traffic policy is unreachable, or requests get no response.',
  why: 'A guard that is never reached protects nothing, and a cloud endpoint has no upstream that would answer.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: deny }, { type: log, config: { metadata: { why: closed } } }] }]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy:
    on_http_request: [{ actions: [{ type: log, config: { metadata: { why: closed } } }, { type: deny }] }]
`,
  check: mistakesOf('traffic-policy-flow'),
} satisfies ResourceRule;
