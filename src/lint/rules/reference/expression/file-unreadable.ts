import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'file-unreadable',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A file cannot be read.',
  why: 'A resource file, and what `$(file:path)` names, is a regular file inside the workspace, no link, in UTF-8, of at most 1 MiB.',
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
