import { quoted } from '../../../model/problem.ts';
import { rising } from '../../domain/specs/severity.ts';
import { withoutUser } from '../../domain/values/user-in-url.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oidc-issuer-https',
  group: 'oidc',
  severity: rising,
  source: 'oidc',
  standard: 'OpenID Connect Discovery 3',
  isMust: false,
  summary: 'The OIDC issuer does not use TLS.',
  why: 'Over plain HTTP an attacker on the network can respond with their own signing keys and log in as any user.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['oidc'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc:
    issuer: http://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid]
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc:
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid]
`,
  check({ spec }, report) {
    const issuer = activeModule(spec, 'oidc')?.['issuer'];
    if (typeof issuer !== 'string' || issuer === '') return;
    const path = ['oidc', 'issuer'];

    if (!/^http:\/\//i.test(issuer)) return;
    const meant = `https${issuer.slice(4)}`;
    report({
      at: { path, within: { start: 0, end: 4 } },
      message: `${quoted(withoutUser(issuer))} does not use TLS`,
      fix: {
        safety: 'unsafe',
        title: `write ${quoted(withoutUser(meant))}`,
        changes: [{ replace: path, with: meant }],
      },
    });
  },
} satisfies ResourceRule;
