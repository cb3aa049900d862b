import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'resource-name-format',
  group: 'structure',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A name is not made of lower-case letters, digits and hyphens.',
  why: 'Names stand in addresses, file names and globs: lower-case letters, digits and `-`, at most 63, not beginning with `-`.',
  fix: 'none',
  bad: `kind: endpoint
name: My_Shop
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: my-shop
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
