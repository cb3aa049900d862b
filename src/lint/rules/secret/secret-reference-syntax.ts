import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'secret-reference-syntax',
  group: 'secret',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A reference to a secret is malformed, or stands where no secret may.',
  why: '`$(secret:NAME)` is the whole value of a secret field, or part of a header value or of a policy written as a mapping; NAME is capital letters, digits and `_`.',
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:webhook) }
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
