import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'invalid-format',
  group: 'structure',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A value of the file format is malformed.',
  why: 'A value in a different format refers to nothing, so the document has no effect.',
  fix: 'none',
  bad: `kind: removed
address: old-shop
then: forget
`,
  good: `kind: removed
address: https-route/old-shop
then: forget
`,
} satisfies ReportedRule;
