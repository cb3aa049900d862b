import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'suppression-not-allowed',
  group: 'hygiene',
  severity: always('error'),
  source: 'house',
  isMust: false,
  summary: 'A comment tries to hide what cannot be hidden.',
  why: 'Some findings are no matter of taste: a secret in the repository is one whatever a comment says, and what cannot be compiled would count as taken out.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) } # edgewright-ignore no-plaintext-secret: only a test
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
