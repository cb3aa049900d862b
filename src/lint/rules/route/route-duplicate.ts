import { identityKeys } from '../../../derive/forms/identity.ts';
import { quoted } from '../../../model/problem.ts';
import { sharing } from '../../domain/specs/identity.ts';
import { matchText, routeSelector, similarRoutes } from '../../domain/specs/route-selector.ts';
import { textAt } from '../../domain/specs/written.ts';
import { always } from '../../domain/specs/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'route-duplicate',
  group: 'route',
  severity: always('error'),
  source: 'route-selectors',
  isMust: false,
  summary: 'Two routes of one edge have the same `match`.',
  why: 'The API rejects the second route, after `apply` has created the first.',
  fix: 'none',
  bad: `kind: https-route
name: one
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: two
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: one
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: two
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /cart
  backend: { backend_id: backend/shop }
`,
  *check(resources, context) {
    for (const [first, ...others] of sharing(similarRoutes(resources), keyOf)) {
      const edge = quoted(textAt(first, 'edge_id', context) ?? routeSelector(first)?.edge ?? '');
      for (const other of others) {
        yield {
          of: other.address,
          at: { path: ['match'] },
          message: `${quoted(matchText(other))} is already the \`match\` of \`${first.address}\` on the same edge`,
          help: 'write another `match`, or delete one of the two documents',
          related: [{ of: first.address, path: ['match'], label: `first here, on ${edge}` }],
        };
      }
    }
  },
} satisfies CrossRule;

function keyOf({ kind, spec }: Subject): string | undefined {
  return identityKeys(kind, spec)[0];
}
