import { refusalKey } from '../../../derive/forms/identity.ts';
import { quoted } from '../../../model/problem.ts';
import { sharing } from '../../domain/specs/identity.ts';
import { matchText, similarRoutes } from '../../domain/specs/route-selector.ts';
import { always } from '../../domain/specs/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'route-match-not-unique',
  group: 'route',
  severity: always('error'),
  source: 'route-precedence',
  isMust: false,
  summary: 'Two routes of one edge have the same `match`, one exact and one as prefix.',
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
  match_type: exact_path
  match: /shop
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: one
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop/
  backend: { backend_id: backend/shop }
---
kind: https-route
name: two
spec:
  edge_id: https-edge/main
  match_type: exact_path
  match: /cart
  backend: { backend_id: backend/shop }
`,
  *check(resources) {
    for (const [first, ...others] of sharing(similarRoutes(resources), keyOf)) {
      for (const other of others) {
        if (other.spec['match_type'] === first.spec['match_type']) continue;
        yield {
          of: other.address,
          at: { path: ['match'] },
          message: `${quoted(matchText(other))} is also matched by \`${first.address}\`, with a different \`match_type\``,
          related: [{ of: first.address, path: ['match'], label: 'the same `match`' }],
        };
      }
    }
  },
} satisfies CrossRule;

function keyOf({ kind, spec }: Subject): string | undefined {
  return refusalKey(kind, spec);
}
