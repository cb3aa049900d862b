import { always } from '../../../domain/specs/severity.ts';
import type { ReportedRule } from '../../../rule.ts';

export default {
  scope: 'reported',
  by: 'reader',
  id: 'unknown-schema-version',
  group: 'structure',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'The version of edgewright.yaml is missing or not known.',
  why: 'The version says how the file is to be read; another one may mean other things by the same words.',
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
