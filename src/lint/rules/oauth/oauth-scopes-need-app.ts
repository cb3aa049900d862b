import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { always } from '../../domain/specs/severity.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oauth-scopes-need-app',
  group: 'oauth',
  severity: always('error'),
  source: 'oauth',
  isMust: true,
  summary: 'OAuth scopes are set without a custom app.',
  why: 'The API accepts `scopes` only together with `client_id` and `client_secret`, not with the service-managed app.',
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
        scopes: [read:org]
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
        scopes: [read:org]
        email_domains: [example.com]
`,
  check(subject, report, context) {
    for (const { name, path, config } of configuredProviders(subject.spec)) {
      const scopes = config['scopes'];
      const lacks = ['client_id', 'client_secret'].filter((key) => !isGiven(config[key]));
      // A client id without a secret is a mistake of its own; its fix makes the scopes valid too.
      if (!Array.isArray(scopes) || !lacks.includes('client_id')) continue;
      if (scopes.length === 0 && lacks.length < 2) continue;
      const isUnclear = (key: string): boolean =>
        config[key] === undefined && isWritten(subject, [...path, key], context);
      if (lacks.some(isUnclear)) continue;
      report({
        at: { path: [...path, 'scopes'], on: 'key' },
        message: `\`scopes\` of \`${name}\` require \`${lacks.join('` and `')}\``,
        ...(scopes.length === 0 ? { severity: 'warn' as const } : {}),
        ...(lacks.length < 2
          ? { help: 'add the id of the app that the secret belongs to' }
          : {
              fix: {
                safety: 'unsafe' as const,
                title: 'delete `scopes`',
                changes: [{ remove: [...path, 'scopes'] }],
              },
            }),
      });
    }
  },
} satisfies ResourceRule;
