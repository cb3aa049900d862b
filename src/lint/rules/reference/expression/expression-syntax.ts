import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'expression-syntax',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'An expression is malformed, or stands where it cannot.',
  why: 'Expressions are `$(name)`, `$(secret:NAME)` and `$(file:path)`; `$$(` writes a literal `$(`.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: $(the name)
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: $(name)
`,
} satisfies ReportedRule;
