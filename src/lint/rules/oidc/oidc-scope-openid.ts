import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oidc-scope-openid',
  group: 'oidc',
  severity: recommended('warn'),
  source: 'oidc',
  standard: 'OpenID Connect Core 3.1.2.1',
  isMust: false,
  summary: 'The OIDC scopes lack `openid`.',
  why: 'Without the scope `openid` the provider returns no ID token, so the login fails.',
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
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [profile]
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
    scopes: [openid, profile]
`,
  check({ spec }, report) {
    const scopes = activeModule(spec, 'oidc')?.['scopes'];
    const items = textItems(scopes);
    if (
      !Array.isArray(scopes) ||
      items.length !== scopes.length ||
      // Several scopes in one string are reported by another rule, and may include `openid`.
      items.some(({ text }) => text === 'openid' || /\s/.test(text.trim()))
    )
      return;
    const path = ['oidc', 'scopes'];
    const meant = ['openid', ...items.map(({ text }) => text)];
    report({
      at: { path },
      message: '`scopes` must contain `openid`',
      fix: { safety: 'unsafe', title: 'add `openid`', changes: [{ replace: path, with: meant }] },
    });
  },
} satisfies ResourceRule;
