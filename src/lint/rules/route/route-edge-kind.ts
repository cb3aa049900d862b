import { quoted } from '../../../derive/problem.ts';
import { kinds, kindNames } from '../../../kinds/index.ts';
import { nameables } from '../../../kinds/references.ts';
import { always } from '../../domain/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-edge-kind',
  group: 'route',
  severity: always('error'),
  source: 'API 1',
  isMust: true,
  summary: 'A route refers to something that is no HTTPS edge.',
  why: 'Routes belong to HTTPS edges (API 1, 4.8); a TLS edge or an endpoint has none, so the create answers 404.',
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
  *check({ spec }) {
    const id = spec['edge_id'];
    if (typeof id !== 'string') return;
    const kind = kindNames.find((name) => id.startsWith(kinds[name].idPrefix));
    const [target] =
      Object.entries(nameables).find(([, { idPrefixes }]) =>
        idPrefixes.some((prefix) => id.startsWith(prefix)),
      ) ?? [];
    const other = kind ?? target;
    if (other === undefined || other === 'https-edge') return;
    yield {
      at: { path: ['edge_id'] },
      message: `a route needs an HTTPS edge, but ${quoted(id)} has the form of an id of \`${other}\``,
    };
  },
} satisfies ResourceRule;
