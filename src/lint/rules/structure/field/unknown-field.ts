import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'unknown-field',
  group: 'structure',
  severity: always('error'),
  source: 'API 2, 4',
  isMust: true,
  summary: 'A key is not one that the API takes here.',
  why: 'The API takes the fields of section 2 in the write form of section 2.8, and nothing else; a key that is not known would be ignored or refused.',
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
