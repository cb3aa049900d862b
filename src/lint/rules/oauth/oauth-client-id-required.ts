import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { rising } from '../../domain/specs/severity.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-client-id-required',
  group: 'oauth',
  severity: rising,
  source: 'oauth',
  isMust: false,
  summary: 'An OAuth app has a client secret and no client id.',
  why: 'Without `client_id` the service-managed app is used, so the secret is ignored or rejected.',
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
        client_secret: $(secret:CLIENT_SECRET)
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
      if (!isGiven(config['client_secret']) || isGiven(config['client_id'])) continue;
      if (config['client_id'] === undefined && isWritten(subject, idPath, context)) continue;
      // With scopes the API states that it refuses it: `oauth-scopes-need-app` reports that.
      const { scopes } = config;
      if (Array.isArray(scopes) && scopes.length > 0) continue;
      report({
        at: { path: [...path, 'client_secret'], on: 'key' },
        message: `\`${name}\` has a \`client_secret\`, but no \`client_id\``,
      });
    }
  },
} satisfies ResourceRule;
