import { quoted } from '../../../../model/problem.ts';
import { idPattern } from '../../../../kinds/references.ts';
import { deleteEntry } from '../../../domain/documents/environment-entry.ts';
import { mentionsIn } from '../../../domain/specs/mentions.ts';
import { isReadWhole } from '../../../domain/specs/read-whole.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'unused-id',
  group: 'reference',
  severity: recommended('warn'),
  source: 'ids-and-references',
  isMust: false,
  summary: 'A name in `ids` is not used.',
  why: 'The name is left over, or a resource uses the literal id and misses a change of it.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: other
spec:
  edge_id: https-edge/other
  match_type: path_prefix
  match: /other
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  https-edge/other: edghts_2NB
  backend/shop: bkdhr_2NC
  backend/docs: bkdhr_2NJ
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: other
spec:
  edge_id: https-edge/other
  match_type: path_prefix
  match: /other
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  https-edge/other: edghts_2NB
  backend/shop: bkdhr_2NC
`,
  *check(workspace) {
    if (!isReadWhole(workspace)) return;
    const { names: used } = mentionsIn(workspace);
    for (const environment of workspace.environments.values()) {
      for (const { name, place, id } of environment.ids.values()) {
        // Invalid ids have been reported.
        if (used.has(name) || !idPattern.test(id)) continue;
        const fix = deleteEntry(environment, 'ids', place);
        yield {
          at: { place },
          message: `unused id name ${quoted(name)}`,
          ...(fix === undefined ? {} : { fix }),
        };
      }
    }
  },
} satisfies WorkspaceRule;
