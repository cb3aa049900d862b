import { allowLists } from '../../../routing/protecting-modules.ts';
import { quoted } from '../../../model/problem.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems, repeated } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-list-duplicates',
  group: 'oauth',
  severity: recommended('warn'),
  source: 'oauth',
  isMust: false,
  summary: 'An OAuth list has a repeated entry.',
  why: 'The repeated entry changes nothing; often a different user, team or scope was meant.',
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
        email_domains: [example.com, example.com]
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
      for (const list of [...allowLists, 'scopes']) {
        const items = textItems(config[list]).filter(({ text }) => text.trim() !== '');
        for (const { item, first } of repeated(items, (text) => text.toLowerCase())) {
          const at = [...path, list, item.index];
          report({
            at: { path: at },
            message: `${quoted(item.text)} is listed twice in \`${list}\``,
            related: [{ path: [...path, list, first.index], label: 'first here' }],
            fix: { safety: 'safe', title: 'delete the item', changes: [{ remove: at }] },
          });
        }
      }
    }
  },
} satisfies ResourceRule;
