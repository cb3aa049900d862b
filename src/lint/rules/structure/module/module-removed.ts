import { activeModule } from '../../../../derive/module-state.ts';
import { kindNames, kinds } from '../../../../kinds/index.ts';
import type { KindName } from '../../../../kinds/kind.ts';
import { fitting } from '../../../domain/documents/fitting.ts';
import { historyOf, type Before } from '../../../domain/documents/known-before.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { CrossRule, Subject } from '../../../rule.ts';

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
      const { address } = subject;
      for (const name of removedModules(subject, before)) {
        if (isWritten(subject, [name], context)) continue;
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

function removedModules({ kind, spec }: Subject, before: Before): readonly string[] {
  return (modules.get(kind) ?? []).filter((name) => {
    return !(name in spec) && activeModule(before.spec ?? {}, name) !== undefined;
  });
}

/** TLS edges cannot be updated at all, which another rule reports. */
const modules: ReadonlyMap<KindName, readonly string[]> = new Map(
  kindNames.map((kind) => {
    const { fields, operations } = kinds[kind];
    const names = Object.keys(fields).filter((name) => fields[name]?.type === 'module');
    return [kind, operations.update === undefined ? [] : names];
  }),
);
