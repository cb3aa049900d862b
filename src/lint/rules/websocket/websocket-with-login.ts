import { loginModules } from '../../../routing/protecting-modules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'websocket-with-login',
  group: 'websocket',
  severity: recommended('warn'),
  source: 'websocket-to-tcp',
  isMust: false,
  summary: 'A route that carries raw TCP requires a login.',
  why: 'A websocket client does not follow the redirect to a login page, so it cannot connect.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['websocket_tcp_converter'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  websocket_tcp_converter: {}
  oauth: { provider: { google: { email_domains: [example.com] } } }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  websocket_tcp_converter: {}
`,
  check({ spec }, report) {
    if (activeModule(spec, 'websocket_tcp_converter') === undefined) return;
    for (const name of loginModules) {
      if (activeModule(spec, name) === undefined) continue;
      report({
        at: { path: [name], on: 'key' },
        message: `\`${name}\` cannot work on a route that carries raw TCP`,
        related: [{ path: ['websocket_tcp_converter'], on: 'key', label: 'makes raw TCP of a websocket' }],
      });
    }
  },
} satisfies ResourceRule;
