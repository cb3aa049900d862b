import { recommended } from '../../domain/specs/severity.ts';
import { isExisting } from '../../domain/specs/is-existing.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-match-required',
  group: 'route',
  severity: recommended('error'),
  source: 'route-selectors',
  isMust: false,
  summary: 'A route has no selector.',
  why: 'The API does not create a route without a `match`.',
  fix: 'none',
  kinds: ['https-route'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
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
    for (const name of ['match_type', 'match'] as const) {
      if (subject.spec[name] !== undefined || isWritten(subject, [name], context)) continue;
      report({
        at: { path: [], on: 'key' },
        ...(isExisting(subject, context) ? { severity: 'warn' as const } : {}),
        message: `route \`${subject.name}\` has no \`${name}\``,
        help:
          name === 'match'
            ? `add \`match: /${subject.name}\`, or another path, a host, or a host followed by a path`
            : 'add `match_type: path_prefix` or `match_type: exact_path`',
      });
    }
  },
} satisfies ResourceRule;
