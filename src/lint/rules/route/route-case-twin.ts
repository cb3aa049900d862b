import { quoted } from '../../../model/problem.ts';
import { sharing } from '../../domain/specs/identity.ts';
import { matchText, routeSelector, similarRoutes } from '../../domain/specs/route-selector.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['https-route'],
  id: 'route-case-twin',
  group: 'route',
  severity: recommended('warn'),
  source: 'route-selectors',
  isMust: false,
  summary: 'The `match` of two routes of one edge differs only by letter case.',
  why: 'Paths are case-sensitive, so these are two routes, and one capital letter in a request changes its configuration.',
  fix: 'none',
  bad: `kind: https-route
name: one
spec:
  edge_id: https-edge/main
  match_type: exact_path
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: https-route
name: two
spec:
  edge_id: https-edge/main
  match_type: exact_path
  match: /Shop
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: one
spec:
  edge_id: https-edge/main
  match_type: exact_path
  match: /shop
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
      const [match, ...rest] = [first, ...others].map((route) => routeSelector(route)?.match);
      for (const [index, other] of others.entries()) {
        if (rest[index] === match) continue;
        yield {
          of: other.address,
          at: { path: ['match'] },
          message: `${quoted(matchText(other))} differs from \`${first.address}\` only by letter case`,
          related: [{ of: first.address, path: ['match'], label: 'its twin' }],
        };
      }
    }
  },
} satisfies CrossRule;

function keyOf(subject: Subject): string | undefined {
  const selector = routeSelector(subject);
  return selector === undefined
    ? undefined
    : `${selector.edge} ${selector.type} ${selector.match.toLowerCase()}`;
}
