import { loginModules } from '../../../routing/protecting-modules.ts';
import { quoted } from '../../../model/problem.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { splitMatch } from '../../../derive/forms/normal-match.ts';
import { matchMistake } from '../../../routing/match-mistake.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'auth-host-match',
  group: 'session',
  severity: strictOnly('info'),
  source: 'sessions',
  isMust: false,
  summary: 'A login covers a whole host.',
  why: 'The route takes every request of the host, so health checks, webhooks and static files are redirected to the login too.',
  fix: 'none',
  kinds: ['https-route'],
  fields: loginModules,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com/admin
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
`,
  check({ spec }, report) {
    const { match } = spec;
    if (typeof match !== 'string' || matchMistake(match) !== undefined || splitMatch(match).path.length > 1)
      return;
    for (const { name } of activeLogins(spec)) {
      report({
        at: { path: [name], on: 'key' },
        message: `\`${name}\` requires a login for all of ${quoted(match)}`,
        related: [{ path: ['match'], label: 'takes every request' }],
      });
    }
  },
} satisfies ResourceRule;
