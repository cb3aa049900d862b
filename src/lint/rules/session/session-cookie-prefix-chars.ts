import { loginModules } from '../../../routing/protecting-modules.ts';
import { quoted } from '../../../model/problem.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'session-cookie-prefix-chars',
  group: 'session',
  severity: recommended('warn'),
  source: 'sessions',
  standard: 'RFC 6265 4.1.1',
  isMust: false,
  summary: 'A cookie prefix has characters other than letters, digits and dots.',
  why: 'The prefix is part of a cookie name, and browsers and proxies change or reject such characters.',
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
  oidc:
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid]
    cookie_prefix: "shop login;"
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc:
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid]
    cookie_prefix: shop.
`,
  check({ spec }, report) {
    for (const { name, module } of activeLogins(spec)) {
      const prefix = module['cookie_prefix'];
      const found = typeof prefix === 'string' ? /[^A-Za-z0-9.]/.exec(prefix) : null;
      if (typeof prefix !== 'string' || found === null) continue;
      report({
        at: { path: [name, 'cookie_prefix'] },
        message: `${quoted(prefix)} is not a safe cookie prefix: it contains ${found[0] === ' ' ? 'a space' : quoted(found[0])}`,
        help: 'use letters, digits and dots, such as `shop.`',
      });
    }
  },
} satisfies ResourceRule;
