import { loginModules } from '../../../routing/protecting-modules.ts';
import { headerChanges } from '../../domain/values/http-header.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'session-options-passthrough',
  group: 'session',
  severity: strictOnly('info'),
  source: 'sessions',
  isMust: false,
  summary: 'OPTIONS requests and CORS headers do not fit together.',
  why: 'With CORS headers but without `options_passthrough` preflight requests fail; without CORS headers it only exempts OPTIONS requests from the login.',
  fix: 'none',
  kinds: ['https-route'],
  fields: loginModules,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider: { google: { email_domains: [example.com] } }
    options_passthrough: true
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider: { google: { email_domains: [example.com] } }
    options_passthrough: false
`,
  check({ spec }, report) {
    const changes = headerChanges(spec).find(({ module }) => module === 'response_headers');
    const cors = changes?.added.find(({ name }) => name.toLowerCase().startsWith('access-control-allow-'));
    for (const { name, module } of activeLogins(spec)) {
      const passes = module['options_passthrough'] === true;
      if (passes === (cors !== undefined)) continue;
      const path = [name, 'options_passthrough'];
      if (passes)
        report({
          at: { path },
          message: 'OPTIONS requests pass without a login, but no CORS header is added',
        });
      else {
        report({
          at: { path: module['options_passthrough'] === undefined ? [name] : path, on: 'key' },
          message: `CORS headers are added, but \`${name}\` requires a login for preflight requests`,
          related: cors === undefined ? [] : [{ path: cors.path, on: 'key', label: 'CORS is meant here' }],
        });
      }
    }
  },
} satisfies ResourceRule;
