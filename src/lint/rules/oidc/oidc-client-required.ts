import { rising } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'oidc-client-required',
  group: 'oidc',
  severity: rising,
  source: 'oidc',
  isMust: false,
  summary: 'OIDC lacks its issuer, client id or client secret.',
  why: 'Discovery needs the issuer, the token audience is the client id, and fetching a token needs the client secret: without one of them no user can log in.',
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
  oidc: { issuer: "https://login.example.com", client_id: shop, scopes: [openid] }
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
  check(subject, report, context) {
    const module = activeModule(subject.spec, 'oidc');
    if (module === undefined) return;
    for (const name of ['issuer', 'client_id', 'client_secret']) {
      const path = ['oidc', name];
      if (isGiven(module[name]) || (module[name] === undefined && isWritten(subject, path, context)))
        continue;
      report({
        at: module[name] === undefined ? { path: ['oidc'], on: 'key' } : { path },
        message: `\`oidc\` has no \`${name}\``,
        ...(name === 'client_secret' ? { help: 'write `client_secret: $(secret:NAME)`' } : {}),
      });
    }
  },
} satisfies ResourceRule;
