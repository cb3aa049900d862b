import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'secret-reference-place',
  group: 'secret',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'A reference to a secret stands where no secret may.',
  why: 'A secret may be the whole value of a secret field, part of a header value, or part of a policy written as a mapping: elsewhere it would be shown in plans and kept in the ledger.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: $(secret:WEBHOOK_SECRET)
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop
`,
} satisfies ReportedRule;
