import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-limit',
  group: 'yaml',
  severity: always('error'),
  source: 'DESIGN 9',
  isMust: false,
  summary: 'A file, or what its expressions stand for, is deeper or larger than any that people write.',
  why: 'Files are untrusted: a map of more than 5,000 keys, or 64 maps and lists inside each other, is refused before it costs time and memory, and so are a few lines that stand for gigabytes.',
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
