import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'missing-field',
  group: 'structure',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A required field is missing.',
  why: 'Without this field the document is incomplete and has no effect.',
  isEvident: true,
  fix: 'none',
  bad: `kind: removed
then: forget
`,
  good: `kind: removed
address: https-route/old
then: forget
`,
} satisfies ReportedRule;
