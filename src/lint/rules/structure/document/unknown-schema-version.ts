import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'unknown-schema-version',
  group: 'structure',
  severity: always('error'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'The version of edgewright.yaml is missing or unknown.',
  why: 'The version decides how the file is read; in a different version the same words may have a different meaning.',
  fix: 'unsafe',
  ignorable: false,
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 2
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
`,
} satisfies ReportedRule;
