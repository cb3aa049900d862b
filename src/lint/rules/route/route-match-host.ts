import { quoted } from '../../../model/problem.ts';
import { normalHost } from '../../../derive/forms/host.ts';
import { splitMatch } from '../../../derive/forms/normal-match.ts';
import { matchMistake } from '../../../routing/match-mistake.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-match-host',
  group: 'route',
  severity: recommended('warn'),
  source: 'route-selectors',
  standard: 'RFC 1123',
  isMust: false,
  summary: 'The host in the `match` of a route is not in its normal form.',
  why: 'Requests carry hosts in lower case and ASCII, without a port, so another spelling may match nothing.',
  fix: 'safe',
  kinds: ['https-route'],
  fields: ['match'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: Shop.Example.com/cart
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
    if (typeof match !== 'string' || matchMistake(match) !== 'host') return;
    const { host, path } = splitMatch(match);
    const meant = normalHost(host) + path;
    const isMended = matchMistake(meant) === undefined;
    report({
      at: { path: ['match'], within: { start: 0, end: host.length } },
      message: isMended
        ? `${quoted(host)} is not in its normal form ${quoted(normalHost(host))}`
        : `${quoted(host)} is not a valid host name`,
      ...(isMended
        ? {
            fix: {
              safety: 'safe' as const,
              title: `write ${quoted(meant)}`,
              changes: [{ replace: ['match'], with: meant }],
            },
          }
        : {}),
    });
  },
} satisfies ResourceRule;
