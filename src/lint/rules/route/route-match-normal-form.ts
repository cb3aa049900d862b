import { quoted } from '../../../model/problem.ts';
import { normalPath, splitMatch } from '../../../derive/forms/normal-match.ts';
import { matchMistake } from '../../../routing/match-mistake.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-match-normal-form',
  group: 'route',
  severity: recommended('warn'),
  source: 'route-selectors',
  standard: 'RFC 3986 6.2.2',
  isMust: false,
  summary: 'The path in the `match` of a route is not in normal form.',
  why: 'Clients and proxies normalize paths before the edge sees them, so another spelling may match no request.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['match'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop//cart
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop/cart
  backend: { backend_id: backend/shop }
`,
  check({ spec }, report) {
    const match = spec['match'];
    if (typeof match !== 'string' || matchMistake(match) !== 'path') return;
    const { host, path } = splitMatch(match);
    const meant = host + normalPath(path);
    report({
      at: { path: ['match'] },
      message: `${quoted(match)} is not in its normal form ${quoted(meant)}`,
      fix: {
        safety: 'unsafe',
        title: `write ${quoted(meant)}`,
        changes: [{ replace: ['match'], with: meant }],
      },
    });
  },
} satisfies ResourceRule;
