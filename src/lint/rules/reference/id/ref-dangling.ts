import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'ref-dangling',
  group: 'reference',
  severity: always('error'),
  source: 'inferred from API 2.1',
  isMust: false,
  summary: 'A name refers to nothing.',
  why: 'Names of ids stand in the `ids` of each environment, presets in documents of their own; a name that is not there can be sent to nobody (API 2.1 takes ids).',
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shoop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
} satisfies ReportedRule;
