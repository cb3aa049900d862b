import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'oauth-provider-unknown',
  group: 'oauth',
  severity: always('error'),
  source: 'oauth',
  isMust: true,
  summary: 'An OAuth provider is not one of the eight.',
  why: 'The API accepts eight providers and rejects any other.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider:
      gogle:
        email_domains: [example.com]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider:
      google:
        email_domains: [example.com]
`,
} satisfies ReportedRule;
