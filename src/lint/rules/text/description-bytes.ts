import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'description-bytes',
  group: 'text',
  severity: always('error'),
  source: 'API 2.4, 2.5, 8',
  isMust: true,
  summary: 'A description is longer than 255 bytes.',
  why: 'Descriptions of edges and routes have at most 255 bytes (API 2.4, 2.5, 8), counted in UTF-8: an umlaut is two, an emoji four.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  description: ääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  description: ääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää
`,
} satisfies ReportedRule;
