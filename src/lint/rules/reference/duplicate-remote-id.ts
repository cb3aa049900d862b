import { quoted } from '../../../derive/problem.ts';
import type { Adoption } from '../../../model/workspace.ts';
import { always } from '../../domain/severity.ts';
import type { WorkspaceRule } from '../../rule.ts';

export default {
  scope: 'workspace',
  id: 'duplicate-remote-id',
  group: 'reference',
  severity: always('error'),
  source: 'house',
  isMust: false,
  summary: 'Two resources adopt the same object.',
  why: 'Each would undo what the other does, with every apply.',
  fix: 'none',
  bad: `kind: endpoint
name: a
spec:
  url: https://www.example.com
---
kind: endpoint
name: b
spec:
  url: https://b.example.com
---
kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
adopt: { endpoint/a: ep_2NG, endpoint/b: ep_2NG }
`,
  good: `kind: endpoint
name: a
spec:
  url: https://www.example.com
---
kind: endpoint
name: b
spec:
  url: https://b.example.com
---
kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids:
  https-edge/main: edghts_2NA
  backend/shop: bkdhr_2NC
adopt: { endpoint/a: ep_2NG, endpoint/b: ep_2NH }
`,
  *check({ environments }) {
    for (const { adopt } of environments.values()) {
      const firsts = new Map<string, Adoption>();
      for (const adoption of adopt) {
        const first = firsts.get(adoption.id);
        if (first === undefined) firsts.set(adoption.id, adoption);
        else {
          yield {
            at: { place: adoption.place },
            message: `${quoted(adoption.id)} is also adopted as \`${first.address}\``,
            related: [{ place: first.place, label: 'first here' }],
          };
        }
      }
    }
  },
} satisfies WorkspaceRule;
