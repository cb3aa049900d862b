import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'secret-reference-undefined',
  group: 'secret',
  severity: recommended('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A secret is used that edgewright.yaml does not list.',
  why: '`secrets:` in edgewright.yaml is what an operator provides; a name that is not there will be missing when it is needed.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:HOOK) }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
`,
} satisfies ReportedRule;
