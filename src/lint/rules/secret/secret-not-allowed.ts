import { matchesGlob } from '../../../domain/glob.ts';
import type { SecretUse } from '../../../model/workspace.ts';
import { always } from '../../domain/specs/severity.ts';
import { usedSecrets } from '../../domain/secrets/used-secrets.ts';
import type { ResourceRule, Subject } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'secret-not-allowed',
  group: 'secret',
  severity: always('error'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A resource uses a secret that is kept for others.',
  why: '`secrets` in edgewright.yaml says which resources may use it, so that no team can send the secret of another to its own backend.',
  fix: 'none',
  ignorable: false,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers: { add: { x-key: $(secret:WEBHOOK_SECRET) } }
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
secrets: [{ name: WEBHOOK_SECRET, addresses: [https-route/hooks] }]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers: { add: { x-key: $(secret:WEBHOOK_SECRET) } }
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
secrets: [{ name: WEBHOOK_SECRET, addresses: [https-route/shop] }]
`,
  check(subject, report, { workspace, environment }) {
    const uses = workspace?.settings.secretUses;
    if (uses === undefined || uses.size === 0) return;
    for (const { names, at } of usedSecrets(subject)) {
      for (const name of names) {
        const use = uses.get(name);
        const wrong = use === undefined ? undefined : outside(use, subject, environment);
        if (use === undefined || wrong === undefined) continue;
        report({
          at,
          message: `the secret \`${name}\` is not for ${wrong}`,
          help: 'use a secret of its own; the owners of edgewright.yaml can allow this one under `secrets:`',
          related: [{ place: use.place, label: 'where it may be used' }],
        });
      }
    }
  },
} satisfies ResourceRule;

/** The address, environment or resources that the secret is not for, in words; undefined if it may be used. */
function outside(
  { addresses, environments, labels }: SecretUse,
  { address, labels: own }: Subject,
  environment: string,
): string | undefined {
  if (addresses !== undefined && !addresses.some((glob) => matchesGlob(glob, address)))
    return `\`${address}\``;
  if (environments !== undefined && !environments.includes(environment)) return `\`${environment}\``;
  const missing = labels?.find(([name, value]) => own[name] !== value);
  return missing === undefined ? undefined : `resources without the label \`${missing.join('=')}\``;
}
