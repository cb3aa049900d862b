import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'no-resources',
  group: 'reference',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'No file matches `resources`.',
  why: 'Without a match, a misspelt pattern would look like a workspace with all resources removed.',
  fix: 'none',
  ignorable: false,
  bad: `# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
resources: ["resorces/**/*.yaml"]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
resources: ["resources/**/*.yaml"]
`,
} satisfies ReportedRule;
