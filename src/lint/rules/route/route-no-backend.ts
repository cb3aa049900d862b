import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-no-backend',
  group: 'route',
  severity: recommended('warn'),
  source: 'backends-and-ip-policies',
  isMust: false,
  summary: 'A route has no backend and no traffic policy.',
  why: 'Requests match the route and fail, because nothing forwards or answers them.',
  fix: 'none',
  kinds: ['https-route'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
  check(subject, report, context) {
    const { spec } = subject;
    if (activeModule(spec, 'backend') !== undefined || activeModule(spec, 'traffic_policy') !== undefined)
      return;
    const isOff = spec['backend'] !== undefined;
    if (!isOff && isWritten(subject, ['backend'], context)) return;
    report({
      at: isOff ? { path: ['backend', 'enabled'], on: 'entry' } : { path: [], on: 'key' },
      message: isOff
        ? 'the only backend is disabled: requests fail'
        : `route \`${subject.name}\` has no backend`,
      help: 'add `backend: { backend_id: … }`, or a traffic policy that answers',
    });
  },
} satisfies ResourceRule;
