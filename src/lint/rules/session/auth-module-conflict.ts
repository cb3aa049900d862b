import { activeLogins } from '../../domain/specs/login-modules.ts';
import { rising } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'auth-module-conflict',
  group: 'session',
  severity: rising,
  source: 'house',
  isMust: false,
  summary: 'Two login modules are on for one route.',
  why: 'Which of OAuth, SAML and OIDC comes first, or whether a user must pass both, is not documented (API 2.9).',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['oauth', 'saml', 'oidc'],
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
  *check({ spec }) {
    const [first, ...others] = activeLogins(spec);
    for (const { name } of others) {
      yield {
        at: { path: [name], on: 'key' },
        message: `\`${name}\` stands beside \`${first?.name ?? ''}\`: a route has one login`,
        help: 'switch one of them off with `enabled: false`',
        related: [{ path: [first?.name ?? ''], on: 'key', label: 'the other one' }],
      };
    }
  },
} satisfies ResourceRule;
