import { isTree } from '../../../derive/forms/tree.ts';
import { oauthProviders } from '../../domain/specs/oauth-providers.ts';
import { rising } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-provider-missing',
  group: 'oauth',
  severity: rising,
  source: 'oauth',
  isMust: false,
  summary: 'OAuth has no provider.',
  why: 'Without a provider no user can log in.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['oauth'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    maximum_duration: 3600
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    maximum_duration: 3600
    provider: { google: { email_domains: [example.com] } }
`,
  check(subject, report, context) {
    const module = activeModule(subject.spec, 'oauth');
    if (module === undefined) return;
    const { provider } = module;
    if (
      isTree(provider) ? Object.keys(provider).length > 0 : isWritten(subject, ['oauth', 'provider'], context)
    )
      return;
    report({
      at: { path: provider === undefined ? ['oauth'] : ['oauth', 'provider'], on: 'key' },
      message: '`oauth` has no provider',
      help: `write one of \`${oauthProviders.join('`, `')}\` under \`provider\``,
    });
  },
} satisfies ResourceRule;
