import { quoted } from '../../../model/problem.ts';
import { mentionsIn } from '../../domain/specs/mentions.ts';
import { literalSecrets } from '../../domain/secrets/secret-field.ts';
import { isReadWhole } from '../../domain/specs/read-whole.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../rule.ts';
import { resourcesWithTrees, type Workspace } from '../../../model/workspace.ts';

export default {
  scope: 'workspace',
  id: 'unused-secret',
  group: 'secret',
  severity: recommended('warn'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A secret of edgewright.yaml is not used.',
  why: 'No resource, preset or notification uses the secret, but an operator must provide every listed one.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
secrets: [WEBHOOK_SECRET, OLD_SECRET]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
secrets: [WEBHOOK_SECRET]
`,
  *check(workspace, { ledgers }) {
    if (workspace.settings.secrets.size === 0 || !isReadWhole(workspace)) return;
    const { secrets: used } = mentionsIn(workspace);
    // An undeclared name or a literal secret may be where this secret was meant to be used.
    if ([...used].some((name) => !workspace.settings.secrets.has(name)) || hasLiteral(workspace)) return;
    // Retiring an object sends its last applied spec once more, which may need the secret.
    const kept = JSON.stringify([...ledgers.values()]);
    const told = new Set(workspace.settings.notify.map(({ secret }) => secret));
    for (const [name, place] of workspace.settings.secrets) {
      if (used.has(name) || told.has(name) || new RegExp(`\\b${name}\\b`).test(kept)) continue;
      yield {
        at: { place },
        message: `nothing uses the secret ${quoted(name)}`,
        help: `write \`$(secret:${name})\` where it belongs, or delete it from \`secrets:\``,
      };
    }
  },
} satisfies WorkspaceRule;

/** A released resource has no findings, so no literal secret either. */
function hasLiteral(workspace: Workspace): boolean {
  return [...resourcesWithTrees(workspace), ...workspace.presets.values()].some(
    (meaning) => literalSecrets(meaning).length > 0,
  );
}
