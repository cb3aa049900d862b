import { changedLeaves } from '../../domain/documents/changed-leaves.ts';
import { fitting } from '../../domain/documents/fitting.ts';
import { historyOf, placeOfGone } from '../../domain/documents/known-before.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { dotted } from '../../../text/pointer.ts';
import { isDecided } from '../../domain/documents/removed-documents.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  id: 'tls-edge-update-unsupported',
  group: 'tls',
  severity: recommended('info'),
  source: 'tls-edges',
  isMust: false,
  summary: 'A live TLS edge would have to be changed or deleted.',
  why: 'The API cannot update or delete TLS edges, so the plan is blocked: declare a second edge, move the traffic, then remove the first.',
  fix: 'none',
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  description: holds orders
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
`,
  *check(resources, context) {
    const { continued, gone } = historyOf(resources, context);
    for (const { subject, before } of continued) {
      if (subject.kind !== 'tls-edge') continue;
      const changed = changedLeaves(subject, before);
      const [first] = changed;
      if (first === undefined) continue;
      const others = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
      yield {
        of: subject.address,
        at: first.after === undefined ? { path: first.path.slice(0, 1), on: 'key' } : { path: first.path },
        message: fitting(
          `\`${subject.address}\` ${before.words}: the API cannot change \`${dotted(first.path)}\`${others}`,
          `the API cannot change \`${subject.address}\``,
        ),
      };
    }
    for (const before of gone) {
      const place = placeOfGone(before, context);
      if (before.kind !== 'tls-edge' || place === undefined || isDecided(before, context)) continue;
      yield {
        at: { place },
        message: fitting(
          `\`${before.address}\` ${before.words} and is not declared: the API cannot delete it`,
          `\`${before.address}\` is not declared, and the API cannot delete it`,
          `the API cannot delete \`${before.address}\``,
        ),
        help: `write \`kind: removed\`, \`address: ${before.address}\`, \`then: retire\` or \`forget\``,
      };
    }
  },
} satisfies CrossRule;
