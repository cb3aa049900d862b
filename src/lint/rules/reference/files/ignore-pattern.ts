import { recommended } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'ignore-pattern',
  group: 'reference',
  severity: recommended('warn'),
  source: 'DESIGN 9',
  isMust: false,
  summary: 'A line of .gitignore is not read.',
  why: 'Matching a name against very many `*` can take very long; such a line is left out, so files that git ignores may be read.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: .gitignore
a*b*c*d*e*f
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: .gitignore
build*
`,
} satisfies ReportedRule;
