import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'traffic-policy-form',
  group: 'traffic-policy',
  severity: always('error'),
  source: 'API 2.7, 4.1',
  isMust: true,
  summary: 'A traffic policy is given in the form of another kind.',
  why: 'On an endpoint `traffic_policy` is the policy itself; on edges and routes it is a module `{enabled, value}` (API 2.7, 4.1).',
  fix: 'safe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  traffic_policy: { value: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}' }
`,
} satisfies ReportedRule;
