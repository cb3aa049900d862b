import { kinds } from '../../../../kinds/index.ts';
import { historyOf } from '../../../domain/documents/known-before.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { CrossRule } from '../../../rule.ts';

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
      const { address, kind, spec } = subject;
      const { operations, identity, parent } = kinds[kind];
      if (operations.update === undefined) continue;
      // Fields that the resource cannot exist without have rules of their own.
      const needed = [...identity.fields, parent?.field];
      for (const [name, field] of Object.entries(kinds[kind].fields)) {
        if (field.onUnset !== 'blocked' || name in spec || needed.includes(name)) continue;
        if (before.spec?.[name] === undefined || isWritten(subject, [name], context)) continue;
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
