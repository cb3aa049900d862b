import type { Path } from '../../../../model/value.ts';
import type { NamedId, Workspace } from '../../../../model/workspace.ts';
import { idReferences } from '../../../domain/specs/references.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'id-of-other-environment',
  group: 'reference',
  severity: recommended('warn'),
  source: 'ids-and-references',
  isMust: false,
  summary: 'An id belongs to another environment.',
  why: 'Traffic of this environment would use an object of the other one.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
environments: [production]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: bkdhr_2ST }
---
kind: https-route
name: docs
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /docs
  backend: { backend_id: backend/shop }
# file: environments/staging.yaml
ids: { https-edge/main: edghts_2ST, backend/shop: bkdhr_2ST }
`,
  good: `kind: https-route
name: shop
environments: [production]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: docs
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /docs
  backend: { backend_id: backend/shop }
# file: environments/staging.yaml
ids: { https-edge/main: edghts_2ST, backend/shop: bkdhr_2ST }
`,
  check(subject, report, { workspace, environment }) {
    if (workspace === undefined || workspace.environments.size < 2) return;
    const own = workspace.environments.get(environment);
    if (own === undefined) return;
    for (const { path, id, target } of idReferences(subject)) {
      if (id.includes('/')) continue;
      if ([...own.ids.values()].some((one) => one.id === id)) continue;
      const other = nameElsewhere(workspace, id);
      if (other === undefined) continue;
      const { environment: there, named } = other;
      const isHere = named.target === target && own.ids.has(named.name);
      report({
        at: { path },
        message: `${fieldOf(path)} is \`${named.name}\` of \`${there}\`, not an id of \`${environment}\``,
        related: [{ place: named.place, label: `declared for \`${there}\`` }],
        ...(isHere
          ? {
              fix: {
                safety: 'unsafe',
                title: `write the name \`${named.name}\``,
                changes: [{ replace: path, with: named.name }],
              },
            }
          : { help: `write \`${named.name}\`, and add it to \`ids\` of \`${environment}\`` }),
      });
    }
  },
} satisfies ResourceRule;

function nameElsewhere(
  { environments }: Workspace,
  id: string,
): { readonly environment: string; readonly named: NamedId } | undefined {
  for (const { name, ids } of environments.values()) {
    for (const named of ids.values()) if (named.id === id) return { environment: name, named };
  }
  return undefined;
}

function fieldOf(path: Path): string {
  const [last, above] = [path.at(-1), path.at(-2)];
  return typeof last === 'number' ? `an item of \`${above}\`` : `\`${last}\``;
}
