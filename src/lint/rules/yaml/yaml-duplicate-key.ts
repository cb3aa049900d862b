import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-duplicate-key',
  group: 'yaml',
  severity: always('error'),
  source: 'YAML 1.2, 3.2.1.1',
  isMust: false,
  summary: 'A key stands in a map twice.',
  why: 'Keys of a map are unique (YAML 1.2, 3.2.1.1); which of the two a tool takes is luck.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: one
  description: two
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: one
`,
} satisfies ReportedRule;
