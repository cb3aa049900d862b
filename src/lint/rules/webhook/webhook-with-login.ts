import { activeLogins } from '../../domain/specs/login-modules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-with-login',
  group: 'webhook',
  severity: recommended('warn'),
  source: 'webhook-verification',
  isMust: false,
  summary: 'A route for webhooks requires a login.',
  why: 'A webhook sender cannot follow the redirect to a login page, so no webhook arrives.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['webhook_verification'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
  oauth: { provider: { google: { email_domains: [example.com] } } }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
`,
  check({ spec }, report) {
    if (activeModule(spec, 'webhook_verification') === undefined) return;
    for (const { name } of activeLogins(spec)) {
      report({
        at: { path: [name], on: 'key' },
        message: `\`${name}\` requires a login, which a webhook sender cannot perform`,
        related: [{ path: ['webhook_verification'], on: 'key', label: 'the route takes webhooks' }],
      });
    }
  },
} satisfies ResourceRule;
