import { quoted } from '../../../derive/problem.ts';
import { sharing } from '../../domain/identity.ts';
import { selectorOf, matchText } from '../../domain/route-selector.ts';
import { strictOnly } from '../../domain/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'route-overlap',
  group: 'route',
  severity: strictOnly('info'),
  source: 'house',
  isMust: false,
  summary: 'A prefix covers the selector of another route of the same edge.',
  why: 'Which route wins where two match is not documented (API 2.5). Edgewright assumes that exact comes before prefix and longer before shorter; this only says where that assumption matters.',
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
      const byMatch = new Map(routes.map((route) => [selectorOf(route)?.match ?? '', route]));
      for (const [match, route] of byMatch) {
        const cover = coverOf(match, byMatch);
        if (cover === undefined) continue;
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
  return selectorOf(subject)?.edge;
}

/** The route with the longest prefix that is shorter than a selector; every prefix is looked up, none compared. */
function coverOf(match: string, byMatch: ReadonlyMap<string, Subject>): Subject | undefined {
  for (let end = match.length - 1; end > 0; end--) {
    const route = byMatch.get(match.slice(0, end));
    if (route?.spec['match_type'] === 'path_prefix' && !(end === 1 && match.startsWith('/'))) return route;
  }
  return undefined;
}
