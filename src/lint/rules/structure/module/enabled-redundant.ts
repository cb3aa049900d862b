import { isStatedOn } from '../../../../derive/module-state.ts';
import { isTree } from '../../../../derive/forms/tree.ts';
import { kinds } from '../../../../kinds/index.ts';
import { strictOnly } from '../../../domain/specs/severity.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'enabled-redundant',
  group: 'structure',
  severity: strictOnly('info'),
  source: 'enabling-modules',
  isMust: true,
  judgesBodies: false,
  summary: '`enabled: true` is the default.',
  why: '`enabled` is `true` by default, so the line changes nothing.',
  fix: 'safe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  compression: { enabled: true }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  compression: {}
`,
  check({ kind, spec }, report) {
    for (const [name, field] of Object.entries(kinds[kind].fields)) {
      if (!isStatedOn(field)) continue;
      const module = spec[name];
      if (!isTree(module) || module['enabled'] !== true) continue;
      const path = [name, 'enabled'];
      report({
        at: { path, on: 'entry' },
        message: `\`enabled: true\` of \`${name}\` is the default`,
        fix: { safety: 'safe', title: 'delete `enabled`', changes: [{ remove: path }] },
      });
    }
  },
} satisfies ResourceRule;
