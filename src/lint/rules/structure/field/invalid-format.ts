import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'invalid-format',
  group: 'structure',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A value of the file format has the wrong form.',
  why: 'Addresses are `<kind>/<name>`, change hashes are what a plan printed: anything else refers to nothing.',
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
