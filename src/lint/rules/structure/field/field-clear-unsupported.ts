import { kindNames, kinds } from '../../../../kinds/index.ts';
import type { KindName } from '../../../../kinds/kind.ts';
import { historyOf, type Before } from '../../../domain/documents/known-before.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { CrossRule, Subject } from '../../../rule.ts';

export default {
  scope: 'environment',
  id: 'field-clear-unsupported',
  group: 'structure',
  severity: recommended('info'),
  source: 'module-updates',
  isMust: false,
  summary: 'A field was removed from the files, and the API cannot clear it.',
  why: 'An update without the field leaves it unchanged, and the API has no value that clears it, so the plan is blocked.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  bindings: [public]
`,
  *check(resources, context) {
    for (const { subject, before } of historyOf(resources, context).continued) {
      const { address } = subject;
      for (const name of unsetFields(subject, before)) {
        if (isWritten(subject, [name], context)) continue;
        yield {
          of: address,
          at: { path: [], on: 'key' },
          message: `\`${address}\` ${before.words} with \`${name}\`: the API has no way to unset it`,
          help: `write a value for \`${name}\``,
        };
      }
    }
  },
} satisfies CrossRule;

function unsetFields({ kind, spec }: Subject, before: Before): readonly string[] {
  const names = lasting.get(kind) ?? [];
  return names.filter((name) => !(name in spec) && before.spec?.[name] !== undefined);
}

/** The fields that an update cannot clear. Those that a resource cannot exist without have rules of their own. */
const lasting: ReadonlyMap<KindName, readonly string[]> = new Map(
  kindNames.map((kind) => {
    const { fields, operations, identity, parent } = kinds[kind];
    const needed = [...identity.fields, parent?.field];
    const names = Object.keys(fields).filter(
      (name) => fields[name]?.onUnset === 'blocked' && !needed.includes(name),
    );
    return [kind, operations.update === undefined ? [] : names];
  }),
);
