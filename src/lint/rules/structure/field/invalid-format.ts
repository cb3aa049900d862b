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
  why: 'A malformed value cannot be used: its document has no effect, and a setting stops every command.',
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
