import { headerChanges, addedValue } from '../../domain/values/http-header.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'header-hsts-missing',
  group: 'headers',
  severity: strictOnly('info'),
  source: 'http-headers',
  standard: 'RFC 6797',
  isMust: false,
  summary: 'A route does not send Strict-Transport-Security.',
  why: 'Without `Strict-Transport-Security` a browser tries plain HTTP first, where an attacker can redirect it.',
  fix: 'none',
  kinds: ['https-route'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers:
    add: { strict-transport-security: max-age=31536000 }
`,
  check({ name, spec }, report) {
    if (activeModule(spec, 'webhook_verification') !== undefined) return;
    const changes = headerChanges(spec).find(({ module }) => module === 'response_headers');
    if (addedValue(changes, 'strict-transport-security') !== undefined) return;
    report({
      at: { path: [], on: 'key' },
      message: `route \`${name}\` adds no \`strict-transport-security\``,
    });
  },
} satisfies ResourceRule;
