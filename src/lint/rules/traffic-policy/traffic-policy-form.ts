import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'traffic-policy-form',
  group: 'traffic-policy',
  severity: always('error'),
  source: 'traffic-policy',
  isMust: true,
  summary: 'A traffic policy has the form of a different kind.',
  why: 'An endpoint takes the policy itself, edges and routes take a module `{enabled, value}`; the API rejects the other form.',
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
