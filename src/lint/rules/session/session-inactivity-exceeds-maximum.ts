import { loginModules } from '../../../routing/protecting-modules.ts';
import { inWords } from '../../domain/values/durations.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'session-inactivity-exceeds-maximum',
  group: 'session',
  severity: recommended('warn'),
  source: 'sessions',
  isMust: false,
  summary: 'The inactivity timeout is longer than the whole session.',
  why: 'The session ends after `maximum_duration` in any case, so the longer `inactivity_timeout` has no effect.',
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
    inactivity_timeout: 7200
    maximum_duration: 3600
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
    inactivity_timeout: 1800
    maximum_duration: 3600
`,
  check({ spec }, report) {
    for (const { name, module } of activeLogins(spec)) {
      const { inactivity_timeout: idle, maximum_duration: most } = module;
      if (typeof idle !== 'number' || typeof most !== 'number' || most === 0 || idle <= most) continue;
      report({
        at: { path: [name, 'inactivity_timeout'] },
        message: `\`inactivity_timeout\` of ${inWords(idle)} is never reached: the session ends after ${inWords(most)}`,
        related: [{ path: [name, 'maximum_duration'], on: 'entry', label: 'the session ends here' }],
      });
    }
  },
} satisfies ResourceRule;
