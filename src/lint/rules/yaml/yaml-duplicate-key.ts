import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-duplicate-key',
  group: 'yaml',
  severity: always('error'),
  source: 'yaml',
  isMust: false,
  summary: 'A map has the same key twice.',
  why: 'YAML allows a key only once in a map: some tools stop here, others silently use the last value.',
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
