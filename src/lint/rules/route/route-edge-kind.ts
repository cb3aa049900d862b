import { quoted } from '../../../model/problem.ts';
import { idHelp, oneOf, otherKind } from '../../domain/specs/id-kind.ts';
import { always } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-edge-kind',
  group: 'route',
  severity: always('error'),
  source: 'routes',
  isMust: true,
  judgesBodies: false,
  summary: 'A route refers to something other than an HTTPS edge.',
  why: 'Only HTTPS edges have routes, so creating this one returns 404.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['edge_id'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: edgtls_2Ab
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: edghts_2Ab
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
  check({ spec }, report, { workspace, environment }) {
    const id = spec['edge_id'];
    const other = typeof id === 'string' ? otherKind(id, 'https-edge') : undefined;
    if (typeof id !== 'string' || other === undefined) return;
    const ids = workspace?.environments.get(environment)?.ids.values() ?? [];
    const named = [...ids].find((one) => one.id === id);
    // A named id is reported once where it is named, however many routes use the name.
    report({
      at: named === undefined ? { path: ['edge_id'] } : { place: named.place },
      message: `a route needs an HTTPS edge, but ${quoted(id)} looks like the id of ${oneOf(other.kind)}`,
      help: idHelp('https-edge'),
    });
  },
} satisfies ResourceRule;
