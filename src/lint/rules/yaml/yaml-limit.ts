import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-limit',
  group: 'yaml',
  severity: always('error'),
  source: 'untrusted-files',
  isMust: false,
  summary: 'A file, or the expansion of its expressions, is too deep or too large.',
  why: 'Files are untrusted input, so oversized ones are rejected before they exhaust time and memory.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec: { url: https://www.example.com }
labels: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
