import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'yaml-complex-key',
  group: 'yaml',
  severity: always('error'),
  source: 'DESIGN',
  isMust: false,
  summary: 'A key is not a single text.',
  why: 'The file format has plain keys only; a list or map as a key, or no key at all, has no meaning in it.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  ? [description]
  : the shop
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop
`,
} satisfies ReportedRule;
