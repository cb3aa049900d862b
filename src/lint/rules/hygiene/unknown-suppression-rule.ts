import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'unknown-suppression-rule',
  group: 'hygiene',
  severity: always('error'),
  source: 'suppressions-and-baselines',
  isMust: false,
  summary: 'A comment or setting names an unknown rule.',
  why: 'A misspelt rule id suppresses or configures nothing.',
  fix: 'unsafe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
lint: { rules: { route-unprotect: error } }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
lint: { rules: { route-unprotected: error } }
`,
} satisfies ReportedRule;
