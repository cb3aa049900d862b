import { quoted } from '../../../model/problem.ts';
import { matchMistake } from '../../../routing/match-mistake.ts';
import { always } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-match-shape',
  group: 'route',
  severity: always('error'),
  source: 'route-selectors',
  isMust: true,
  summary: 'The `match` of a route is neither a path nor a host.',
  why: 'A `match` is a path, a host, or a host followed by a path; the API rejects anything else.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['match'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
  check({ spec }, report) {
    const match = spec['match'];
    if (typeof match !== 'string') return;
    const mistake = matchMistake(match);
    if (mistake !== 'empty' && mistake !== 'shape') return;
    const asPath = `/${match.trim()}`;
    const isClear = mistake === 'shape' && !match.includes('@') && matchMistake(asPath) === undefined;
    report({
      at: { path: ['match'] },
      message:
        mistake === 'empty'
          ? '`match` is empty'
          : `${quoted(match)} is neither a path nor a host: a path begins with \`/\``,
      help: 'write a path (`/shop`), a host (`shop.example.com`) or both (`shop.example.com/cart`)',
      ...(isClear
        ? {
            fix: {
              safety: 'unsafe' as const,
              title: `write ${quoted(asPath)}`,
              changes: [{ replace: ['match'], with: asPath }],
            },
          }
        : {}),
    });
  },
} satisfies ResourceRule;
