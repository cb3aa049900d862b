import { quoted } from '../../../../model/problem.ts';
import { deleteEntry } from '../../../domain/documents/environment-entry.ts';
import { mentionsIn } from '../../../domain/specs/mentions.ts';
import { isReadWhole } from '../../../domain/specs/read-whole.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'unused-variable',
  group: 'reference',
  severity: recommended('warn'),
  source: 'expressions',
  isMust: false,
  summary: 'A variable is not used.',
  why: 'No resource and no preset uses the variable, so its value changes nothing.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  description: $(name)
# file: environments/production.yaml
vars: { name: shop, domain: example.com }
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  description: $(name)
# file: environments/production.yaml
vars: { name: shop }
ids: { https-edge/main: edghts_2NA, backend/shop: bkdhr_2NC }
`,
  *check(workspace) {
    if (!isReadWhole(workspace)) return;
    const { variables: used } = mentionsIn(workspace);
    for (const environment of workspace.environments.values()) {
      for (const { name, place } of environment.vars.values()) {
        if (used.has(name)) continue;
        const fix = deleteEntry(environment, 'vars', place);
        yield {
          at: { place },
          message: `unused variable ${quoted(name)}`,
          ...(fix === undefined ? { help: `delete ${quoted(name)}, or use it: \`$(${name})\`` } : { fix }),
        };
      }
    }
  },
} satisfies WorkspaceRule;
