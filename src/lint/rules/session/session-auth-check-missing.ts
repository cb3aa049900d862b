import { strictOnly } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'session-auth-check-missing',
  group: 'session',
  severity: strictOnly('info'),
  source: 'sessions',
  isMust: false,
  summary: 'OAuth has no interval for rechecking authorization.',
  why: 'Without `auth_check_interval` a revoked user can keep access for the whole session.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['oauth'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oauth:
    provider: { google: { email_domains: [example.com] } }
    maximum_duration: 3600
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
    maximum_duration: 3600
    auth_check_interval: 300
`,
  check(subject, report, context) {
    const module = activeModule(subject.spec, 'oauth');
    if (module === undefined || module['auth_check_interval'] !== undefined) return;
    if (isWritten(subject, ['oauth', 'auth_check_interval'], context)) return;
    report({
      at: { path: ['oauth'], on: 'key' },
      message: '`oauth` has no `auth_check_interval`: a revoked user may keep access',
    });
  },
} satisfies ResourceRule;
