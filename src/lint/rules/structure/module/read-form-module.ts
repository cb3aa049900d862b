import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'read-form-module',
  group: 'structure',
  severity: always('error'),
  source: 'read-and-write-forms',
  isMust: true,
  summary: 'A module is in the form of an API response.',
  why: 'Requests take ids (`backend_id`, `ip_policy_ids`, `certificate_authority_ids`); the objects of a response are rejected.',
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
