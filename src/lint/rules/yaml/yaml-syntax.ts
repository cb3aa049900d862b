import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-syntax',
  group: 'yaml',
  severity: always('error'),
  source: 'YAML 1.2',
  isMust: false,
  summary: 'The file is not YAML.',
  why: 'What cannot be parsed cannot be judged; the other documents of the file are.',
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
