import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'unknown-kind',
  group: 'structure',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'The kind of a document is missing or not known.',
  why: '`kind` says what a document is; without it nothing else in it can be judged.',
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: endpiont
name: www
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
