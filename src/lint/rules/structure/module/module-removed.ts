import { isTree } from '../../../../derive/forms/tree.ts';
import { kinds } from '../../../../kinds/index.ts';
import { fitting } from '../../../domain/documents/fitting.ts';
import { historyOf } from '../../../domain/documents/known-before.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { CrossRule } from '../../../rule.ts';

export default {
  scope: 'environment',
  id: 'module-removed',
  group: 'structure',
  severity: recommended('info'),
  source: 'module-updates',
  isMust: false,
  summary: 'A live module was removed from the files, and the API cannot remove it.',
  why: 'An update cannot remove a module, so the plan disables it instead, with its last configuration.',
  fix: 'none',
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
  compression: { enabled: false }
`,
  *check(resources, context) {
    for (const { subject, before } of historyOf(resources, context).continued) {
      const { address, kind, spec } = subject;
      // TLS edges cannot be updated at all, which another rule reports.
      if (kinds[kind].operations.update === undefined) continue;
      for (const [name, field] of Object.entries(kinds[kind].fields)) {
        const was = before.spec?.[name];
        if (field.type !== 'module' || name in spec || !isTree(was)) continue;
        if (was['enabled'] === false || isWritten(subject, [name], context)) continue;
        yield {
          of: address,
          at: { path: [], on: 'key' },
          message: fitting(
            `\`${address}\` ${before.words} with \`${name}\`: without it here, the plan disables the module`,
            `without \`${name}\` here, the plan disables the module`,
          ),
          help: `to disable it explicitly, write \`${name}\` with \`enabled: false\``,
        };
      }
    }
  },
} satisfies CrossRule;
