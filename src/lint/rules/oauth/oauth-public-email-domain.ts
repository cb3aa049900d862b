import { quoted } from '../../../model/problem.ts';
import { publicDomains } from '../../domain/values/email.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-public-email-domain',
  group: 'oauth',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'Everybody with an address at a public provider may pass.',
  why: 'Anybody can get an address at such a domain, so allowing it (API 2.9) allows everybody.',
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
    provider:
      google:
        email_domains: [gmail.com]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider:
      google:
        email_addresses: [ada@gmail.com]
`,
  *check({ spec }) {
    for (const { path, config } of configuredProviders(spec)) {
      for (const { text, index } of textItems(config['email_domains'])) {
        if (!publicDomains.has(text.toLowerCase())) continue;
        yield {
          at: { path: [...path, 'email_domains', index] },
          message: `anybody can have an address at ${quoted(text)}, so everybody may pass`,
          help: 'name the people in `email_addresses`',
        };
      }
    }
  },
} satisfies ResourceRule;
