import { isTree } from '../../../derive/forms/tree.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'ua-filter-enabled-explicit',
  group: 'user-agent',
  severity: recommended('warn'),
  source: 'user-agent-filter',
  isMust: false,
  summary: 'The user agent filter does not set `enabled`.',
  why: 'The user agent filter is the only module without a documented default for `enabled`, so it may be off.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['user_agent_filter'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  user_agent_filter: { deny: [curl] }
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
    const module = subject.spec['user_agent_filter'];
    if (!isTree(module) || module['enabled'] !== undefined) return;
    if (isWritten(subject, ['user_agent_filter', 'enabled'], context)) return;
    report({
      at: { path: ['user_agent_filter'], on: 'key' },
      message: '`user_agent_filter` has no `enabled`, and no default is stated',
      fix: {
        safety: 'unsafe',
        title: 'write `enabled: true`',
        changes: [{ insert: ['user_agent_filter'], key: 'enabled', value: true }],
      },
    });
  },
} satisfies ResourceRule;
