import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'suppression-not-allowed',
  group: 'hygiene',
  severity: always('error'),
  source: 'suppressions-and-baselines',
  isMust: false,
  summary: 'A comment suppresses a finding that cannot be suppressed.',
  why: 'Hiding it would not change the outcome: a committed secret is readable, and a file that cannot be compiled would count as removed.',
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
