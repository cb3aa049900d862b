import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-vocabulary',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy uses an unknown phase, key or action.',
  why: 'An unknown phase, key or action is rejected or does nothing, so what it should protect stays open.',
  fix: 'unsafe',
  fields: ['traffic_policy'],
  options: { phases: [], actions: [] },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ actions: [{ type: denny }] }] }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ actions: [{ type: deny }] }] }
`,
  check: mistakesOf('traffic-policy-vocabulary'),
} satisfies ResourceRule;
