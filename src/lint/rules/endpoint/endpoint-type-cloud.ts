import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'shape',
  id: 'endpoint-type-cloud',
  group: 'endpoint',
  severity: always('error'),
  source: 'cloud-endpoints',
  isMust: true,
  summary: 'The type of an endpoint is not `cloud`.',
  why: 'Only cloud endpoints can be created, updated and deleted through the API; any other type is rejected.',
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
