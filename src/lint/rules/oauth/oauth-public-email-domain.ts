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
  source: 'oauth',
  isMust: false,
  summary: 'A public email domain is allowed.',
  why: 'Anyone can get an address at such a domain, so the restriction keeps no one out.',
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
  check({ spec }, report) {
    for (const { path, config } of configuredProviders(spec)) {
      for (const { text, index } of textItems(config['email_domains'])) {
        if (!publicDomains.has(text.toLowerCase())) continue;
        report({
          at: { path: [...path, 'email_domains', index] },
          message: `${quoted(text)} is a public email domain: anyone can get an address`,
          help: 'list the users in `email_addresses`',
        });
      }
    }
  },
} satisfies ResourceRule;
