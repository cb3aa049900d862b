import { quoted } from '../../../model/problem.ts';
import { SecretReference } from '../../../model/secret.ts';
import type { Path } from '../../../model/value.ts';
import { configuredProviders } from '../../domain/specs/oauth-providers.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { CrossRule, Subject } from '../../rule.ts';

export default {
  scope: 'environment',
  id: 'secret-reused',
  group: 'secret',
  severity: strictOnly('info'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'One secret is used for two purposes.',
  why: 'A leak in one place compromises the other, and neither can be rotated alone.',
  fix: 'none',
  bad: `kind: https-route
name: a
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /a
  backend: { backend_id: backend/shop }
  oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:CLIENT_SECRET), scopes: [openid] }
---
kind: https-route
name: b
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /b
  backend: { backend_id: backend/shop }
  oidc: { issuer: "https://login.example.com", client_id: docs, client_secret: $(secret:CLIENT_SECRET), scopes: [openid] }
`,
  good: `kind: https-route
name: a
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /a
  backend: { backend_id: backend/shop }
  oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:CLIENT_SECRET), scopes: [openid] }
---
kind: https-route
name: b
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /b
  backend: { backend_id: backend/shop }
  oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:CLIENT_SECRET), scopes: [openid] }
`,
  *check(resources) {
    const holders = new Map<string, { subject: Subject; path: Path; purpose: string }>();
    for (const subject of resources) {
      for (const { path, names, purpose } of secretsOf(subject)) {
        for (const name of names) {
          const holder = holders.get(name);
          if (holder === undefined) holders.set(name, { subject, path, purpose });
          else if (holder.purpose !== purpose) {
            yield {
              of: subject.address,
              at: { path },
              message: `${quoted(name)} is also a secret of \`${holder.subject.address}\`, for a different purpose`,
              related: [{ of: holder.subject.address, path: holder.path, label: 'used here' }],
            };
          }
        }
      }
    }
  },
} satisfies CrossRule;

interface UsedSecret {
  readonly path: Path;
  readonly names: readonly string[];
  /** Identifies the use by provider and app. */
  readonly purpose: string;
}

function secretsOf({ spec }: Subject): readonly UsedSecret[] {
  const webhook = activeModule(spec, 'webhook_verification');
  const oidc = activeModule(spec, 'oidc');
  const places = [
    { path: ['webhook_verification'], config: webhook, secret: 'secret', app: [webhook?.['provider']] },
    { path: ['oidc'], config: oidc, secret: 'client_secret', app: [oidc?.['issuer'], oidc?.['client_id']] },
    ...configuredProviders(spec).map(({ path, config }) => ({
      path,
      config,
      secret: 'client_secret',
      app: [config['client_id']],
    })),
  ];
  return places.flatMap(({ path, config, secret, app }) => {
    const value = config?.[secret];
    if (!(value instanceof SecretReference)) return [];
    const purpose = JSON.stringify([path, app.map((part) => (typeof part === 'string' ? part : ''))]);
    return [{ path: [...path, secret], names: value.names, purpose }];
  });
}
