import { recommended } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'secret-reference-undefined',
  group: 'secret',
  severity: recommended('error'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A secret is not declared in edgewright.yaml.',
  why: '`secrets` in edgewright.yaml lists what an operator must provide; a secret that is not listed will be missing at apply.',
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
