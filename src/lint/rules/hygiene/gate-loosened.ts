import { changedPolicyTests, changedSettings } from '../../domain/documents/changed-settings.ts';
import { loosenedLint } from '../../domain/documents/loosened-lint.ts';
import { loosenedSafety } from '../../domain/documents/loosened-safety.ts';
import { newApprovals } from '../../domain/documents/new-approvals.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../rule.ts';

export default {
  scope: 'workspace',
  id: 'gate-loosened',
  group: 'hygiene',
  severity: recommended('info'),
  source: 'approvals-and-removals',
  isMust: false,
  summary: 'A setting, a suppression or an approval that decides what may be applied is not as on the base.',
  why: 'These decide what may be applied without a person: of limits and lint settings the stricter version counts until this is merged, and the reviewer decides about the rest.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
safety: { max_deletes: 100 }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
safety: { max_deletes: 0 }
`,
  *check(workspace, { base, ledgers, textOf }) {
    if (base === undefined) return;
    yield* loosenedSafety(workspace, base);
    yield* loosenedLint(workspace.settings, base.workspace.settings, textOf);
    yield* changedSettings(workspace.settings.document, base.workspace.settings.document, base);
    yield* changedPolicyTests(base);
    yield* newApprovals(workspace, base, ledgers);
  },
} satisfies WorkspaceRule;
