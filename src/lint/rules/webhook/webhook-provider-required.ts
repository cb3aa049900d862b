import { rising } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-provider-required',
  group: 'webhook',
  severity: rising,
  source: 'webhook-verification',
  isMust: false,
  summary: 'Webhook verification has no provider.',
  why: 'Without a provider the signature of a webhook cannot be verified.',
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
  webhook_verification: { secret: $(secret:WEBHOOK_SECRET) }
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
  check(subject, report, context) {
    const module = activeModule(subject.spec, 'webhook_verification');
    if (module === undefined) return;
    const { provider } = module;
    const path = ['webhook_verification', 'provider'];
    const isBlank = typeof provider === 'string' && provider.trim() === '';
    if (!isBlank && (provider !== undefined || isWritten(subject, path, context))) return;
    report({
      at: isBlank ? { path } : { path: ['webhook_verification'], on: 'key' },
      message: '`webhook_verification` has no `provider`',
      help: 'write the service that sends the webhooks, such as `provider: github`',
    });
  },
} satisfies ResourceRule;
