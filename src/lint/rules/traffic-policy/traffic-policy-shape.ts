import { mistakesOf } from '../../domain/policy/traffic-mistakes.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-shape',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy does not have the usual shape.',
  why: 'The service rejects a policy of a different shape or ignores the part it does not know; add correct words to the option `words`.',
  fix: 'unsafe',
  fields: ['traffic_policy'],
  options: { words: [] },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ expression: ["req.method == 'PUT'"], actions: [{ type: deny }] }] }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: { on_http_request: [{ expressions: ["req.method == 'PUT'"], actions: [{ type: deny }] }] }
`,
  check: mistakesOf('traffic-policy-shape'),
} satisfies ResourceRule;
