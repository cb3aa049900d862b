import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oidc-issuer-discovery-suffix',
  group: 'oidc',
  severity: recommended('warn'),
  source: 'oidc',
  isMust: false,
  summary: 'The OIDC issuer is the URL of the discovery document.',
  why: 'The service appends `/.well-known/openid-configuration` itself, so discovery would request the wrong URL.',
  fix: 'safe',
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
    issuer: https://login.example.com/.well-known/openid-configuration
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

    const base = issuer.replace(/\/\.well-known\/openid-configuration\/?$/, '');
    if (base === issuer) return;
    report({
      at: { path, within: { start: base.length, end: issuer.length } },
      message: `\`issuer\` must be the base URL, without \`${issuer.slice(base.length)}\``,
      fix: { safety: 'safe', title: `write ${quoted(base)}`, changes: [{ replace: path, with: base }] },
    });
  },
} satisfies ResourceRule;
