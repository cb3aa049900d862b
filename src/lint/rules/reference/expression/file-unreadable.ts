import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'file-unreadable',
  group: 'reference',
  severity: always('error'),
  source: 'untrusted-files',
  isMust: false,
  summary: 'A file cannot be read.',
  why: 'A file that cannot be read cannot be compiled, and its resources would look removed.',
  isEvident: true,
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: $(file:policies/www.json)
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: $(file:policies/www.json)
# file: policies/www.json
{"on_http_request":[{"actions":[{"type":"deny"}]}]}
`,
} satisfies ReportedRule;
