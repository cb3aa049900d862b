import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'read-only-field',
  group: 'structure',
  severity: always('error'),
  source: 'read-and-write-forms',
  isMust: true,
  summary: 'A read-only field is set.',
  why: 'The API returns the field and accepts it in no request.',
  isEvident: true,
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
