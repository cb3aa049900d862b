import { quoted } from '../../../model/problem.ts';
import { organizationSlug, meantSlug } from '../../../domain/name-slug.ts';
import { blankItem } from '../../domain/specs/blank-item.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { always } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-organization-slug',
  group: 'oauth',
  severity: always('error'),
  source: 'oauth',
  isMust: true,
  summary: 'A GitHub organization is not written as a slug.',
  why: 'Organizations are matched by slug, as in their URL, so this entry matches no organization.',
  fix: 'unsafe',
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
        organizations: ["@acme"]
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
        organizations: [acme]
`,
  check({ spec }, report) {
    for (const { name, path, config } of configuredProviders(spec)) {
      if (name !== 'github') continue;
      for (const { text, index } of textItems(config['organizations'])) {
        if (organizationSlug.test(text)) continue;
        const at = [...path, 'organizations', index];
        if (text.trim() === '') {
          report(blankItem([...path, 'organizations'], index, 'unsafe'));
          continue;
        }
        const meant = meantSlug(text);
        report({
          at: { path: at },
          message: `${quoted(text)} is not a valid organization slug`,
          ...(organizationSlug.test(meant)
            ? {
                fix: {
                  safety: 'unsafe' as const,
                  title: `write ${quoted(meant)}`,
                  changes: [{ replace: at, with: meant }],
                },
              }
            : {}),
        });
      }
    }
  },
} satisfies ResourceRule;
