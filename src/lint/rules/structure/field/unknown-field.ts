import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'unknown-field',
  group: 'structure',
  severity: always('error'),
  source: 'types-and-fields',
  isMust: true,
  summary: 'A field is unknown.',
  why: 'The API ignores or rejects a field that it does not know.',
  isEvident: true,
  fix: 'unsafe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  descripton: the shop
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop
`,
} satisfies ReportedRule;
