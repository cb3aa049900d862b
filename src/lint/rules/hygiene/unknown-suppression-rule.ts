import { always } from '../../domain/specs/severity.ts';
import type { ReportedRule } from '../../rule.ts';

export default {
  scope: 'reported',
  by: 'engine',
  id: 'unknown-suppression-rule',
  group: 'hygiene',
  severity: always('error'),
  source: 'house',
  isMust: false,
  summary: 'A comment or a setting names a rule that there is not.',
  why: 'A misspelt rule id hides or switches nothing, and nobody notices.',
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
