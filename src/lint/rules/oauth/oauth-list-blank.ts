import { blankItem } from '../../domain/specs/blank-item.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-list-blank',
  group: 'oauth',
  severity: recommended('warn'),
  source: 'oauth',
  isMust: false,
  summary: 'An entry of an OAuth list is blank.',
  why: 'Whether a blank entry matches no user or every user is not documented.',
  fix: 'safe',
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
      github:
        email_domains: [example.com, ""]
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
      github:
        email_domains: [example.com]
`,
  check({ spec }, report) {
    for (const { path, config } of configuredProviders(spec)) {
      // Blank teams and organizations are reported by the rules of their format, which the API documents.
      for (const list of ['email_addresses', 'email_domains', 'scopes']) {
        for (const { text, index } of textItems(config[list])) {
          if (text.trim() === '') report(blankItem([...path, list], index, 'safe'));
        }
      }
    }
  },
} satisfies ResourceRule;
