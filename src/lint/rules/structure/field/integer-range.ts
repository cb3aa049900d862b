import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'integer-range',
  group: 'structure',
  severity: always('error'),
  source: 'types-and-fields',
  isMust: true,
  summary: 'A whole number is out of its range.',
  why: 'The API takes a whole number from 0 to 4294967295 here and rejects anything else.',
  isEvident: true,
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: -1 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 1 }
`,
} satisfies ReportedRule;
