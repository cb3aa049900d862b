import { quoted } from '../../../model/problem.ts';
import { matchMistake } from '../../../routing/match-mistake.ts';
import { always } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-match-scheme',
  group: 'route',
  severity: always('error'),
  source: 'route-selectors',
  isMust: true,
  summary: 'The `match` of a route is a URL.',
  why: 'A `match` is a path, a host, or a host followed by a path; the API rejects a URL.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['match'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: https://shop.example.com/cart
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com/cart
  backend: { backend_id: backend/shop }
`,
  check({ spec }, report) {
    const match = spec['match'];
    if (typeof match !== 'string' || matchMistake(match) !== 'scheme') return;
    const rest = match.slice(match.indexOf('://') + 3);
    report({
      at: { path: ['match'], within: { start: 0, end: match.length - rest.length } },
      message: `${quoted(match)} has a scheme; expected a path, a host, or both`,
      ...(rest === ''
        ? {}
        : {
            fix: {
              safety: 'unsafe' as const,
              title: `write ${quoted(rest)}`,
              changes: [{ replace: ['match'], with: rest }],
            },
          }),
    });
  },
} satisfies ResourceRule;
