import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-with-user-agent-allow',
  group: 'webhook',
  severity: recommended('info'),
  source: 'webhook-verification',
  isMust: false,
  summary: 'A route for webhooks limits the user agents.',
  why: 'The filter may block the sender, and providers change their user agent without notice.',
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
  user_agent_filter: { enabled: true, allow: [Mozilla] }
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
    const filter = activeModule(spec, 'user_agent_filter');
    if (activeModule(spec, 'webhook_verification') === undefined || filter === undefined) return;
    if (textItems(filter['allow']).length === 0) return;
    report({
      at: { path: ['user_agent_filter', 'allow'], on: 'key' },
      message: '`allow` may block the webhook sender',
      related: [{ path: ['webhook_verification'], on: 'key', label: 'the route takes webhooks' }],
    });
  },
} satisfies ResourceRule;
