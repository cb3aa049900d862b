import { quoted } from '../../../model/problem.ts';
import { signsWithoutSecret } from '../../domain/secrets/webhook-secret.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isGiven } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-secret-not-accepted',
  group: 'webhook',
  severity: recommended('warn'),
  source: 'webhook-verification',
  isMust: false,
  summary: 'A secret is set for a webhook provider that has none.',
  why: 'This provider signs with certificates, so the API rejects a secret or ignores it.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['webhook_verification'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: sns, secret: $(secret:WEBHOOK_SECRET) }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: sns }
`,
  check({ spec }, report, context) {
    const module = activeModule(spec, 'webhook_verification');
    const provider = module?.['provider'];
    if (typeof provider !== 'string' || !signsWithoutSecret(provider, context)) return;
    const path = ['webhook_verification', 'secret'];
    if (!isGiven(module?.['secret'])) return;
    report({
      at: { path, on: 'key' },
      message: `${quoted(provider)} signs without a shared secret`,
      related: [{ path: ['webhook_verification', 'provider'], label: 'has no secret' }],
      fix: { safety: 'unsafe', title: 'delete `secret`', changes: [{ remove: path }] },
    });
  },
} satisfies ResourceRule;
