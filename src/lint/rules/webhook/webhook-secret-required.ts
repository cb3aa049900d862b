import { quoted } from '../../../model/problem.ts';
import { secretlessProviders } from '../../../kinds/webhook-providers.ts';
import { always } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { signsWithoutSecret } from '../../domain/secrets/webhook-secret.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-secret-required',
  group: 'webhook',
  severity: always('error'),
  source: 'webhook-verification',
  isMust: true,
  summary: 'A webhook provider has no secret.',
  why: 'Requests of this provider are verified with the secret, and the API rejects the module without one.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['webhook_verification'],
  options: { without_secret: secretlessProviders },
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github }
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
    if (module === undefined || isGiven(module['secret'])) return;
    const { provider = '' } = module;
    // A provider of another type has been reported, and may be one without a secret.
    if (typeof provider !== 'string') return;
    if (signsWithoutSecret(provider, context)) return;
    const isNamed = provider.trim() !== '';
    report({
      at: { path: ['webhook_verification'], on: 'key' },
      message: isNamed
        ? `${quoted(provider)} webhooks need a \`secret\``
        : '`webhook_verification` has no `secret`',
      help: 'write `secret: $(secret:NAME)`, and NAME under `secrets` in edgewright.yaml',
      ...(isNamed
        ? { related: [{ path: ['webhook_verification', 'provider'], label: 'signs with a shared secret' }] }
        : {}),
    });
  },
} satisfies ResourceRule;
