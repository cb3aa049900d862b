import { quoted } from '../../../model/problem.ts';
import { fitting } from '../../domain/documents/fitting.ts';
import { historyOf } from '../../domain/documents/known-before.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  id: 'route-edge-changed',
  group: 'route',
  severity: recommended('info'),
  source: 'routes',
  isMust: false,
  summary: 'A live route would have to move to another edge.',
  why: 'The API cannot move a route, so the plan is blocked: declare a second route, move the traffic, then remove the first.',
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
name: shop-on-main
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: removed
address: https-route/shop
then: retire
`,
  *check(resources, context) {
    for (const { subject, before } of historyOf(resources, context).continued) {
      const was = before.spec?.['edge_id'];
      const { edge_id: is } = subject.spec;
      if (subject.kind !== 'https-route' || typeof was !== 'string' || typeof is !== 'string') continue;
      if (was === is) continue;
      yield {
        of: subject.address,
        at: { path: ['edge_id'] },
        message: fitting(
          `\`${subject.address}\` ${before.words} on ${quoted(was)}: the API cannot move it`,
          `the API cannot move \`${subject.address}\``,
        ),
      };
    }
  },
} satisfies CrossRule;
