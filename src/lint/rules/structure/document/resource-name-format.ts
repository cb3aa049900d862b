import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'resource-name-format',
  group: 'structure',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A name has characters other than lower-case letters, digits and hyphens.',
  why: 'Names are part of resource addresses, file names and patterns, which other characters would break.',
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
