import { fitting } from '../../domain/documents/fitting.ts';
import { historyOf, placeOfGone } from '../../domain/documents/known-before.ts';
import { isDecided } from '../../domain/documents/removed-documents.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  id: 'route-delete-unsupported',
  group: 'route',
  severity: recommended('info'),
  source: 'routes',
  isMust: false,
  summary: 'A live route was removed from the files, and the API cannot delete it.',
  why: 'The API cannot delete routes, so the plan is blocked until a `removed` document says whether the route is retired or forgotten.',
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
---
kind: removed
address: https-route/old-shop
then: retire
`,
  *check(resources, context) {
    for (const before of historyOf(resources, context).gone) {
      const place = placeOfGone(before, context);
      if (before.kind !== 'https-route' || place === undefined || isDecided(before, context)) continue;
      yield {
        at: { place },
        message: fitting(
          `\`${before.address}\` ${before.words} and is not declared: the API cannot delete it`,
          `\`${before.address}\` is not declared, and the API cannot delete it`,
          `the API cannot delete \`${before.address}\``,
        ),
        help: `write \`kind: removed\`, \`address: ${before.address}\`, \`then: retire\` or \`forget\`; for a renamed route write \`formerly:\` there`,
      };
    }
  },
} satisfies CrossRule;
