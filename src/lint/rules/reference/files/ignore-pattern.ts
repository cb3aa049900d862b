import { recommended } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'ignore-pattern',
  group: 'reference',
  severity: recommended('warn'),
  source: 'untrusted-files',
  isMust: false,
  summary: 'A line of .gitignore is skipped.',
  why: 'A pattern with very many `*` can take very long to match, so the line is skipped and files that git ignores may be read.',
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
