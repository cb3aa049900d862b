import { quoted } from '../../../model/problem.ts';
import { teamSlug, meantSlug } from '../../../domain/name-slug.ts';
import { blankItem } from '../../domain/specs/blank-item.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { always } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-team-format',
  group: 'oauth',
  severity: always('error'),
  source: 'oauth',
  isMust: true,
  summary: 'A GitHub team is not written as `<org>/<team>`.',
  why: 'Teams are matched by slug with their organization, `<org>/<team>`, so this entry matches no team.',
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
        teams: ["@acme/platform"]
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
        teams: [acme/platform]
`,
  check({ spec }, report) {
    for (const { name, path, config } of configuredProviders(spec)) {
      if (name !== 'github') continue;
      for (const { text, index } of textItems(config['teams'])) {
        if (teamSlug.test(text)) continue;
        const at = [...path, 'teams', index];
        if (text.trim() === '') {
          report(blankItem([...path, 'teams'], index, 'unsafe'));
          continue;
        }
        const meant = meantSlug(text);
        report({
          at: { path: at },
          message: `${quoted(text)} is not a team in the form \`<org>/<team>\``,
          ...(teamSlug.test(meant)
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
