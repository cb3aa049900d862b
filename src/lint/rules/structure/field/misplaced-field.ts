import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'misplaced-field',
  group: 'structure',
  severity: always('error'),
  source: 'API 2.7',
  isMust: true,
  summary: 'A key stands in the wrong place.',
  why: 'The key is right, but the API takes it elsewhere (API 2.7): here it would be ignored or refused.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  saml: { enabled: false, auth_check_interval: 300 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } }, auth_check_interval: 300 }
`,
} satisfies ReportedRule;
