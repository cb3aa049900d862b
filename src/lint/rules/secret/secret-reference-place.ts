import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'compiler',
  id: 'secret-reference-place',
  group: 'secret',
  severity: always('error'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A secret is referenced where secrets are not allowed.',
  why: 'Outside secret fields, header values and policy mappings, the secret would be shown in plans and stored in the ledger.',
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
