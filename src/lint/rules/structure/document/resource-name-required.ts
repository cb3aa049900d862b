import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'resource-name-required',
  group: 'structure',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A resource or preset has no name.',
  why: 'The name is part of the resource address; without it plans and the ledger cannot refer to the resource.',
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
