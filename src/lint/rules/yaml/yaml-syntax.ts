import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-syntax',
  group: 'yaml',
  severity: always('error'),
  source: 'yaml',
  isMust: false,
  summary: 'The file is not valid YAML.',
  why: 'A document that cannot be parsed is not checked, planned or applied.',
  isEvident: true,
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec: { url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
