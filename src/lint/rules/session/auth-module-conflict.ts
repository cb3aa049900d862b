import { loginModules } from '../../../routing/protecting-modules.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { rising } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'auth-module-conflict',
  group: 'session',
  severity: rising,
  source: 'sessions',
  isMust: false,
  summary: 'Two login modules are on for one route.',
  why: 'Whether a user must pass one login or both, and in which order, is not documented.',
  fix: 'none',
  kinds: ['https-route'],
  fields: loginModules,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
  oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:CLIENT_SECRET), scopes: [openid] }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
`,
  check({ spec }, report) {
    const [first, ...others] = activeLogins(spec);
    for (const { name } of others) {
      report({
        at: { path: [name], on: 'key' },
        message: `\`${first?.name ?? ''}\` and \`${name}\` are both enabled, but a route has one login`,
        help: 'write `enabled: false` in one of them',
        related: [{ path: [first?.name ?? ''], on: 'key', label: 'the other one' }],
      });
    }
  },
} satisfies ResourceRule;
