import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'no-environment',
  group: 'reference',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'The workspace has no environment.',
  why: 'Resources are compiled, planned and applied for an environment; without one they are not checked at all.',
  fix: 'none',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec: { url: https://www.example.com }
# file: edgewright.yaml
version: 1
`,
  good: `kind: endpoint
name: www
spec: { url: https://www.example.com }
# file: edgewright.yaml
version: 1
# file: environments/production.yaml
`,
} satisfies ReportedRule;
