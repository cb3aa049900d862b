import { allowLists } from '../../../routing/protecting-modules.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-no-allow-list',
  group: 'oauth',
  severity: recommended('warn'),
  source: 'oauth',
  isMust: false,
  summary: 'OAuth lets every account of the provider in.',
  why: 'Without `email_addresses`, `email_domains`, `teams` or `organizations`, every account of the provider can log in.',
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
        email_domains: []
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
        email_domains: [example.com]
`,
  check(subject, report, context) {
    for (const { name, path, config } of configuredProviders(subject.spec)) {
      const isRestricted = allowLists.some(
        (list) =>
          textItems(config[list]).length > 0 ||
          isWritten(subject, config[list] === undefined ? [...path, list] : [...path, list, 0], context),
      );
      if (isRestricted) continue;
      report({
        at: { path, on: 'key' },
        message: `every \`${name}\` account can log in: no allow list`,
        help:
          name === 'github' ? 'add `organizations` or `teams`' : 'add `email_domains` or `email_addresses`',
      });
    }
  },
} satisfies ResourceRule;
