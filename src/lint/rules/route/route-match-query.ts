import { quoted } from '../../../model/problem.ts';
import { matchMistake } from '../../../routing/match-mistake.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-match-query',
  group: 'route',
  severity: recommended('warn'),
  source: 'route-selectors',
  isMust: false,
  summary: 'The `match` of a route has a query or a fragment.',
  why: 'Routes match by host and path only, so a `match` with a query or a fragment matches nothing.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['match'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /search?q=
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /search
  backend: { backend_id: backend/shop }
`,
  check({ spec }, report) {
    const match = spec['match'];
    if (typeof match !== 'string' || matchMistake(match) !== 'query') return;
    const cut = match.search(/[?#]/);
    const rest = match.slice(0, cut);
    report({
      at: { path: ['match'], within: { start: cut, end: match.length } },
      message: `${quoted(match)} has ${match[cut] === '?' ? 'a query' : 'a fragment'}; routes match by host and path`,
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
