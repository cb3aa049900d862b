import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'expression-syntax',
  group: 'reference',
  severity: always('error'),
  source: 'expressions',
  isMust: false,
  summary: 'An expression is malformed.',
  why: 'An expression that cannot be read has no value, so the resource cannot be compiled.',
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
