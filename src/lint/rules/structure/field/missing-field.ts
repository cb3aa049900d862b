import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'missing-field',
  group: 'structure',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A key that the file format needs is missing.',
  why: 'Without it nobody knows what the document is about.',
  fix: 'none',
  bad: `kind: removed
then: forget
`,
  good: `kind: removed
address: https-route/old
then: forget
`,
} satisfies ReportedRule;
