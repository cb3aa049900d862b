import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'read-only-field',
  group: 'structure',
  severity: always('error'),
  source: 'API 2.8, 4',
  isMust: true,
  summary: 'A field that the API only answers is set.',
  why: 'The API answers it and accepts it in no request (API 2.8, 4).',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  public_url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
} satisfies ReportedRule;
