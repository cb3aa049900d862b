import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-multiple-providers',
  group: 'oauth',
  severity: recommended('warn'),
  source: 'oauth',
  isMust: false,
  summary: 'OAuth names more than one provider.',
  why: 'Which provider a user is sent to is not documented.',
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
      google: { email_domains: [example.com] }
      gitlab: { email_domains: [example.com] }
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
      google: { email_domains: [example.com] }
`,
  check({ spec }, report) {
    const [first, ...others] = configuredProviders(spec);
    for (const { name, path } of others) {
      report({
        at: { path, on: 'key' },
        message: `\`${first?.name ?? ''}\` and \`${name}\` are both configured, but a route uses one provider`,
        related: [{ path: first?.path ?? [], on: 'key', label: 'the first provider' }],
      });
    }
  },
} satisfies ResourceRule;
