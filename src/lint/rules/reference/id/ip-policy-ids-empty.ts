import { recommended } from '../../../domain/specs/severity.ts';
import { activeModule } from '../../../../derive/module-state.ts';
import { textItems, repeated } from '../../../domain/specs/values.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'ip-policy-ids-empty',
  group: 'reference',
  severity: recommended('warn'),
  source: 'backends-and-ip-policies',
  isMust: false,
  summary: 'An IP restriction has no policy, or lists one twice.',
  why: 'Whether an empty list lets in every address or none is not documented.',
  fix: 'safe',
  fields: ['ip_restriction'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  ip_restriction: { ip_policy_ids: [] }
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
  check(subject, report, context) {
    const module = activeModule(subject.spec, 'ip_restriction');
    if (module === undefined) return;
    const path = ['ip_restriction', 'ip_policy_ids'];
    const ids = module['ip_policy_ids'];
    const isEmpty = Array.isArray(ids) && ids.length === 0;
    if ((isEmpty || ids === undefined) && !isWritten(subject, isEmpty ? [...path, 0] : path, context)) {
      report({
        at: isEmpty ? { path } : { path: ['ip_restriction'], on: 'key' },
        message: '`ip_restriction` is enabled without an IP policy',
      });
    }
    for (const { item, first } of repeated(textItems(ids), (text) => text)) {
      const at = [...path, item.index];
      report({
        at: { path: at },
        message: 'this IP policy is named twice',
        related: [{ path: [...path, first.index], label: 'first here' }],
        fix: { safety: 'safe', title: 'delete the item', changes: [{ remove: at }] },
      });
    }
  },
} satisfies ResourceRule;
