import { inWords } from '../../domain/values/durations.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'session-auth-check-exceeds-maximum',
  group: 'session',
  severity: recommended('warn'),
  source: 'sessions',
  isMust: false,
  summary: 'Authorization is rechecked less often than sessions end.',
  why: 'The session ends before the first check, so `auth_check_interval` has no effect.',
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
    auth_check_interval: 7200
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
    auth_check_interval: 300
    maximum_duration: 3600
`,
  check({ spec }, report) {
    const { auth_check_interval: check, maximum_duration: most } = activeModule(spec, 'oauth') ?? {};
    if (typeof check !== 'number' || typeof most !== 'number' || most === 0 || check < most) return;
    report({
      at: { path: ['oauth', 'auth_check_interval'] },
      message: `\`auth_check_interval\` of ${inWords(check)} is never reached: the session ends after ${inWords(most)}`,
      related: [{ path: ['oauth', 'maximum_duration'], on: 'entry', label: 'the session ends here' }],
    });
  },
} satisfies ResourceRule;
