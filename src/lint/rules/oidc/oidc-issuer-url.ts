import { quoted } from '../../../model/problem.ts';
import { isIssuerUrl } from '../../../domain/issuer-url.ts';
import { always } from '../../domain/specs/severity.ts';
import { withoutUser } from '../../domain/values/user-in-url.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oidc-issuer-url',
  group: 'oidc',
  severity: always('error'),
  source: 'oidc',
  isMust: true,
  summary: 'The OIDC issuer is not a URL.',
  why: 'The issuer is the base URL for discovery; without a valid URL no user can log in.',
  fix: 'none',
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
    issuer: login.example.com
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
    if (isIssuerUrl(issuer)) return;
    report({
      at: { path: ['oidc', 'issuer'] },
      message: `${quoted(withoutUser(issuer))} is not an absolute URL`,
      help: 'write `https://` and the host, such as `https://login.example.com`',
    });
  },
} satisfies ResourceRule;
