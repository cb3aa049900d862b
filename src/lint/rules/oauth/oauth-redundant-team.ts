import { quoted } from '../../../model/problem.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { firstOfEach, textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-redundant-team',
  group: 'oauth',
  severity: recommended('warn'),
  source: 'oauth',
  isMust: false,
  summary: 'A team is allowed whose organization is allowed as a whole.',
  why: 'Membership in any listed team or organization grants access; with the whole organization allowed, the team restricts nothing.',
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
        organizations: [acme]
        teams: [acme/platform]
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
    for (const { path, config } of configuredProviders(spec)) {
      const organizations = firstOfEach(textItems(config['organizations']));
      for (const { text, index } of textItems(config['teams'])) {
        const whole = organizations.get(text.split('/')[0]?.toLowerCase() ?? '');
        if (whole === undefined) continue;
        const at = [...path, 'teams', index];
        report({
          at: { path: at },
          message: `${quoted(text)} is redundant: all of ${quoted(whole.text)} is allowed`,
          related: [{ path: [...path, 'organizations', whole.index], label: 'the whole organization' }],
          fix: { safety: 'unsafe', title: 'delete the team', changes: [{ remove: at }] },
        });
      }
    }
  },
} satisfies ResourceRule;
