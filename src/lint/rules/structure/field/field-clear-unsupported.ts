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
  source: 'inferred from API 4.4, 4.10',
  isMust: false,
  summary: 'A field that was set is no longer written down, and no value means that it is not set.',
  why: 'An update that leaves a field out changes nothing, and for this field the API names no value that means "none" (API 4.4, 4.10): the plan will block this.',
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
      // What a resource cannot be without has rules of its own.
      const needed = [...identity.fields, parent?.field];
      for (const [name, field] of Object.entries(kinds[kind].fields)) {
        if (field.onUnset !== 'blocked' || spec[name] !== undefined || needed.includes(name)) continue;
        if (before.spec?.[name] === undefined || isWritten(subject, [name], context)) continue;
        yield {
          of: address,
          at: { path: [], on: 'key' },
          message: `\`${address}\` ${before.words} with \`${name}\`: the API has no way to unset it`,
          help: `write the value of \`${name}\` that is meant`,
        };
      }
    }
  },
} satisfies CrossRule;
