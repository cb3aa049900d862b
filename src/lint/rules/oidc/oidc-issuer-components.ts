import { quoted } from '../../../model/problem.ts';
import { userIn, withoutUser } from '../../domain/values/user-in-url.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oidc-issuer-components',
  group: 'oidc',
  severity: recommended('warn'),
  source: 'oidc',
  standard: 'OpenID Connect Core 2',
  isMust: false,
  summary: 'The OIDC issuer has a query, a fragment or a user.',
  why: 'The issuer is compared with the issuer in the token character by character, so with a query, a fragment or a user every login fails.',
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
    issuer: https://login.example.com?tenant=shop
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

    if (!/[?#@]/.test(issuer) || !URL.canParse(issuer)) return;
    // `URL` drops empty parts, but a bare `?` or `#` already makes a different issuer.
    const [beforeFragment = ''] = issuer.split('#', 1);
    const user = userIn(issuer);
    const parts = [
      beforeFragment.includes('?') && 'a query',
      issuer.includes('#') && 'a fragment',
      user !== undefined && 'a user',
    ];
    const found = parts.filter((part) => part !== false);
    if (found.length === 0) return;
    const meant = withoutUser(issuer.split(/[?#]/, 1)[0] ?? '');
    report({
      at: { path },
      message: `an issuer cannot have ${found.join(' or ')}`,
      ...(user?.includes(':') === true ? { sensitive: true as const } : {}),
      fix: { safety: 'unsafe', title: `write ${quoted(meant)}`, changes: [{ replace: path, with: meant }] },
    });
  },
} satisfies ResourceRule;
