import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'misplaced-field',
  group: 'structure',
  severity: always('error'),
  source: 'types-and-fields',
  isMust: true,
  summary: 'A field is in the wrong place.',
  why: 'The API takes this field in a different place and would ignore or reject it here.',
  isEvident: true,
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
