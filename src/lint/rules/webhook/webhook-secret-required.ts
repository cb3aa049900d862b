import { quoted } from '../../../derive/problem.ts';
import { providersWithoutSecret } from '../../../kinds/webhook-providers.ts';
import { always } from '../../domain/severity.ts';
import { activeModule, isGiven } from '../../domain/values.ts';
import { isWritten } from '../../domain/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-secret-required',
  group: 'webhook',
  severity: always('error'),
  source: 'API 2.9',
  isMust: true,
  summary: 'A webhook provider has no secret.',
  why: '`secret` validates the requests of the provider; all providers except one cloud notification service require it (API 2.9).',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['webhook_verification'],
  options: { without_secret: providersWithoutSecret },
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
  *check(subject, context) {
    const module = activeModule(subject.spec, 'webhook_verification');
    const provider = module?.['provider'];
    if (typeof provider !== 'string' || provider.trim() === '' || isGiven(module?.['secret'])) return;
    const exempt = context.options['without_secret'];
    if (Array.isArray(exempt) && exempt.includes(provider.toLowerCase())) return;
    const path = ['webhook_verification', 'secret'];
    if (module?.['secret'] === undefined && isWritten(subject, path, context)) return;
    yield {
      at: { path: ['webhook_verification'], on: 'key' },
      message: `${quoted(provider)} webhooks need a \`secret\``,
      help: 'write `secret: $(secret:NAME)`, and NAME under `secrets` in edgewright.yaml',
      related: [{ path: ['webhook_verification', 'provider'], label: 'signs with a shared secret' }],
    };
  },
} satisfies ResourceRule;
