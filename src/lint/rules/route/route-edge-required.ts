import { always } from '../../domain/specs/severity.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-edge-required',
  group: 'route',
  severity: always('error'),
  source: 'routes',
  isMust: true,
  judgesBodies: false,
  summary: 'A route has no `edge_id`.',
  why: '`edge_id` is part of the request path, so without it the route cannot be created.',
  fix: 'none',
  kinds: ['https-route'],
  bad: `kind: https-route
name: shop
spec:
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
`,
  check(subject, report, context) {
    const { edge_id: edge } = subject.spec;
    if (isGiven(edge) || (edge === undefined && isWritten(subject, ['edge_id'], context))) return;
    const ids = context.workspace?.environments.get(context.environment)?.ids.keys() ?? [];
    const edges = [...ids].filter((name) => name.startsWith('https-edge/'));
    report({
      at: edge === undefined ? { path: [], on: 'key' } : { path: ['edge_id'] },
      message: `route \`${subject.name}\` has no \`edge_id\``,
      help:
        edges.length > 0 && edges.length <= 12
          ? edges.length === 1
            ? `write \`edge_id: ${edges.join('')}\``
            : `write \`edge_id:\` and one of \`${edges.join('`, `')}\``
          : 'name the HTTPS edge in `ids` of the environment, and write `edge_id: https-edge/main`',
    });
  },
} satisfies ResourceRule;
