import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-managed-app',
  group: 'oauth',
  severity: strictOnly('info'),
  source: 'oauth',
  isMust: false,
  summary: "The service's own OAuth app is used.",
  why: 'The service-managed app has additional restrictions, and users see the name of the service when they log in.',
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
      github:
        email_domains: [example.com]
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
        client_id: shop
        client_secret: $(secret:CLIENT_SECRET)
        email_domains: [example.com]
`,
  check(subject, report, context) {
    for (const { name, path, config } of configuredProviders(subject.spec)) {
      const idPath = [...path, 'client_id'];
      if (isGiven(config['client_id']) || isGiven(config['client_secret'])) continue;
      if (isWritten(subject, idPath, context)) continue;
      report({
        at: { path, on: 'key' },
        message: `\`${name}\` uses the service-managed OAuth app`,
      });
    }
  },
} satisfies ResourceRule;
