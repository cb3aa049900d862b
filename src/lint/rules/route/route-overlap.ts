import { quoted } from '../../../model/problem.ts';
import { sharing } from '../../domain/specs/identity.ts';
import { routeSelector, matchText } from '../../domain/specs/route-selector.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'route-overlap',
  group: 'route',
  severity: strictOnly('info'),
  source: 'route-precedence',
  isMust: false,
  summary: 'A prefix covers the `match` of another route of the same edge.',
  why: 'Which route wins is not documented; Edgewright assumes exact before prefix and longer before shorter.',
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
  match: /shop/cart
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
  *check(resources) {
    for (const routes of sharing(resources, edgeOf)) {
      const byMatch = new Map(routes.map((route) => [routeSelector(route)?.match ?? '', route]));
      for (const { route, cover } of covered(byMatch)) {
        yield {
          of: route.address,
          at: { path: ['match'] },
          message: `${quoted(matchText(route))} is also covered by the prefix of \`${cover.address}\``,
          related: [{ of: cover.address, path: ['match'], label: 'the prefix' }],
        };
      }
    }
  },
} satisfies CrossRule;

function edgeOf(subject: Subject): string | undefined {
  return routeSelector(subject)?.edge;
}

/**
 * The routes covered by a path prefix, each with the longest such prefix. In alphabetical order everything that a
 * prefix covers comes right after it, so each route is compared only with the prefixes still open, not with every other
 * route.
 */
function* covered(byMatch: ReadonlyMap<string, Subject>): Generator<{ route: Subject; cover: Subject }> {
  const open: { readonly match: string; readonly route: Subject }[] = [];
  for (const [match, route] of [...byMatch].sort(([a], [b]) => (a < b ? -1 : 1))) {
    while (open.length > 0 && !match.startsWith(open.at(-1)?.match ?? '')) open.pop();
    const cover = open.at(-1)?.route;
    if (cover !== undefined) yield { route, cover };
    // `/` covers everything, so reporting it for each route would be noise.
    if (route.spec['match_type'] === 'path_prefix' && match !== '/' && match !== '')
      open.push({ match, route });
  }
}
