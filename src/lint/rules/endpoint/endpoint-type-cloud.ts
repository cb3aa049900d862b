import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'endpoint-type-cloud',
  group: 'endpoint',
  severity: always('error'),
  source: 'API 4.1',
  isMust: true,
  summary: 'The type of an endpoint is not `cloud`.',
  why: 'Only cloud endpoints can be created, updated and deleted through this API (API 1, 4.1).',
  fix: 'unsafe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  type: edge
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  type: cloud
`,
} satisfies ReportedRule;
