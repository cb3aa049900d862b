import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'ua-filter-empty',
  group: 'user-agent',
  severity: recommended('warn'),
  source: 'user-agent-filter',
  isMust: false,
  summary: 'The user agent filter has no pattern.',
  why: 'Whether a filter without patterns lets in every client or none is not documented.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['user_agent_filter'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  user_agent_filter: { enabled: true }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  user_agent_filter: { enabled: true, deny: [curl] }
`,
  check(subject, report, context) {
    const module = activeModule(subject.spec, 'user_agent_filter');
    if (module === undefined) return;
    const lists = ['allow', 'deny'];
    // A value that is not a list has been reported.
    const isPattern = (value: unknown): boolean => !Array.isArray(value) || value.length > 0;
    if (lists.some((name) => module[name] !== undefined && isPattern(module[name]))) return;
    if (
      lists.some(
        (name) => module[name] === undefined && isWritten(subject, ['user_agent_filter', name], context),
      )
    )
      return;
    report({
      at: { path: ['user_agent_filter'], on: 'key' },
      message: '`user_agent_filter` has neither `allow` nor `deny` patterns',
    });
  },
} satisfies ResourceRule;
