import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { always } from '../../domain/specs/severity.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-client-secret-required',
  group: 'oauth',
  severity: always('error'),
  source: 'oauth',
  isMust: true,
  summary: 'An OAuth app has a client id and no client secret.',
  why: 'The API rejects a `client_id` without its `client_secret`.',
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
        client_id: shop
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
      const secretPath = [...path, 'client_secret'];
      if (!isGiven(config['client_id']) || isGiven(config['client_secret'])) continue;
      if (config['client_secret'] === undefined && isWritten(subject, secretPath, context)) continue;
      report({
        at: { path: [...path, 'client_id'], on: 'key' },
        message: `\`${name}\` has a \`client_id\`, but no \`client_secret\``,
        help: 'write `client_secret: $(secret:NAME)`, and NAME under `secrets` in edgewright.yaml',
      });
    }
  },
} satisfies ResourceRule;
