import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'resource-name-required',
  group: 'structure',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A resource or preset has no name.',
  why: 'The name is the address in the ledger and in plans; without it nothing can be found again.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
spec: { url: https://www.example.com }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
