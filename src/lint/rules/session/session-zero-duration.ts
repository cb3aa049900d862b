import { loginModules } from '../../../routing/protecting-modules.ts';
import { sessionDurations } from '../../domain/values/durations.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'session-zero-duration',
  group: 'session',
  severity: recommended('warn'),
  source: 'sessions',
  isMust: false,
  summary: 'A duration of a login session is zero.',
  why: 'Whether 0 means no limit, immediate expiry or the default is not documented.',
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
    maximum_duration: 0
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
    maximum_duration: 3600
`,
  check({ spec }, report) {
    for (const { name, module } of activeLogins(spec)) {
      for (const field of sessionDurations) {
        if (module[field] !== 0) continue;
        report({
          at: { path: [name, field] },
          message: `\`${field}\` is 0, which may mean no limit or immediate expiry`,
          help: "write the seconds that are meant, or leave it out for the service's default",
        });
      }
    }
  },
} satisfies ResourceRule;
