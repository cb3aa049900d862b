import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'read-form-module',
  group: 'structure',
  severity: always('error'),
  source: 'API 2.8',
  isMust: true,
  summary: 'A module is written as the API answers it.',
  why: 'Requests take the ids alone (`backend_id`, `ip_policy_ids`, `certificate_authority_ids`), answers hold objects (API 2.7, 2.8).',
  fix: 'safe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend: { id: bkdhr_2Cd } }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: bkdhr_2Cd }
`,
} satisfies ReportedRule;
