import { strictOnly } from '../../domain/specs/severity.ts';
import { moduleProtection } from '../../../routing/protecting-modules.ts';
import { trafficTools } from '../../domain/policy/load-traffic-tools.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-unprotected',
  group: 'route',
  severity: strictOnly('info'),
  source: 'backends-and-ip-policies',
  isMust: false,
  summary: 'A route has no access control.',
  why: 'Anyone can reach the route: no login, IP restriction, webhook verification or traffic policy limits access.',
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
  ip_restriction: { ip_policy_ids: [ip-policy/office] }
`,
  check(route, report) {
    const hasPolicy = route.spec['traffic_policy'] !== undefined;
    const protection = hasPolicy ? trafficTools().protectionOf(route) : moduleProtection(route);
    if (protection.length > 0) return;
    report({
      at: { path: [], on: 'key' },
      message: `route \`${route.name}\` has no access control`,
      help: 'if that is intended, turn the rule off in `lint.overrides` of edgewright.yaml, or suppress it with a comment',
    });
  },
} satisfies ResourceRule;
