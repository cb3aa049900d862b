import { quoted } from '../../../model/problem.ts';
import { suggestions } from '../../../text/suggest.ts';
import { webhookProviders } from '../../../kinds/webhook-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-provider-unknown',
  group: 'webhook',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'The webhook provider is not one that is known.',
  why: 'The API does not list the providers it supports (API 2.9); this compares with those that services of this shape were seen to accept. The option `providers` adds others.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['webhook_verification'],
  options: { providers: [] },
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: gihub, secret: $(secret:WEBHOOK_SECRET) }
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
  *check({ spec }, { options }) {
    const provider = activeModule(spec, 'webhook_verification')?.['provider'];
    if (typeof provider !== 'string' || provider.trim() === '') return;
    const more = Array.isArray(options['providers']) ? options['providers'].map(String) : [];
    const known = [...webhookProviders, ...more];
    if (known.includes(provider.toLowerCase())) return;
    const path = ['webhook_verification', 'provider'];
    const [meant] = suggestions(provider, known);
    yield {
      at: { path },
      message: `${quoted(provider)} is not a webhook provider that is known here`,
      help: 'where the service supports it, name it in the option `providers` of this rule',
      ...(meant === undefined
        ? {}
        : {
            fix: { safety: 'unsafe', title: `write \`${meant}\``, changes: [{ replace: path, with: meant }] },
          }),
    };
  },
} satisfies ResourceRule;
