import { quoted } from '../../../model/problem.ts';
import { suggestions } from '../../../text/suggest.ts';
import { webhookProviders } from '../../../kinds/webhook-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'webhook-provider-unknown',
  group: 'webhook',
  severity: recommended('warn'),
  source: 'webhook-verification',
  isMust: false,
  summary: 'The webhook provider is unknown.',
  why: 'The API rejects a provider that it does not support; the option `providers` adds names to the known ones.',
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
  check({ spec }, report, { options }) {
    const provider = activeModule(spec, 'webhook_verification')?.['provider'];
    if (typeof provider !== 'string' || provider.trim() === '') return;
    const more = Array.isArray(options['providers']) ? options['providers'].map(String) : [];
    const known = [...webhookProviders, ...more];
    if (known.includes(provider.toLowerCase())) return;
    const path = ['webhook_verification', 'provider'];
    const [meant] = suggestions(provider, known);
    report({
      at: { path },
      message: `${quoted(provider)} is not a known webhook provider`,
      help: 'if the API supports it, add it to the option `providers` of this rule',
      ...(meant === undefined
        ? {}
        : {
            fix: { safety: 'unsafe', title: `write \`${meant}\``, changes: [{ replace: path, with: meant }] },
          }),
    });
  },
} satisfies ResourceRule;
