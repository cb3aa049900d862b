import { isSwitchedOff } from '../../../../derive/module-state.ts';
import { isTree } from '../../../../derive/forms/tree.ts';
import { kinds } from '../../../../kinds/index.ts';
import { strictOnly } from '../../../domain/specs/severity.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'disabled-module-configured',
  group: 'structure',
  severity: strictOnly('info'),
  source: 'enabling-modules',
  isMust: false,
  summary: 'A disabled module has a long configuration.',
  why: 'A disabled module is not applied to traffic, so mistakes in its configuration go unnoticed.',
  fix: 'none',
  options: { fields: 3 },
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { enabled: false, volume_threshold: 20, rolling_window: 60, num_buckets: 10 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { enabled: false }
`,
  check({ kind, spec }, report, { options }) {
    for (const [name, field] of Object.entries(kinds[kind].fields)) {
      const module = spec[name];
      if (field.type !== 'module' || !isTree(module) || !isSwitchedOff(module)) continue;
      const count = Object.keys(module).length - 1;
      if (count < Number(options['fields'])) continue;
      report({
        at: { path: [name], on: 'key' },
        message: `\`${name}\` is disabled, but has ${count} fields`,
      });
    }
  },
} satisfies ResourceRule;
